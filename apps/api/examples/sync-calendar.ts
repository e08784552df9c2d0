// Keeps a folder of calendar files in step with the agreed playdates of all your dogs: Node.js 20, no package. Run it
// again and again: it reads what has changed since the last time.
//
//   BARKYARD_TOKEN=barkyard_… npx tsx sync-calendar.ts FOLDER
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const SERVER = process.env.BARKYARD_URL ?? 'http://127.0.0.1:3000'
const folder = process.argv[2] ?? 'playdates'
const stateFile = join(folder, 'since.txt')
/** Something may be stored while we read, so each reading begins a minute before the last one. */
const OVERLAP_MS = 60_000

/** One call as a dog. Waits as long as the server asks. */
async function get(address: string, dogId?: string): Promise<Response> {
  const headers = { authorization: `Bearer ${process.env.BARKYARD_TOKEN}`, ...(dogId && { 'x-dog': dogId }) }
  const response = await fetch(new URL(address, SERVER), { headers })
  if (response.status === 429 || response.status === 503) {
    await sleep(Number(response.headers.get('retry-after') ?? 5) * 1000)
    return get(address, dogId)
  }
  if (!response.ok) throw new Error(`${address}: ${await response.text()}`)
  return response
}

/** The items of a list, page after page. */
async function* every<T>(address: string, dogId: string): AsyncGenerator<T> {
  for (let next: string | undefined = address; next !== undefined; ) {
    const response = await get(next, dogId)
    yield* (await response.json()) as T[]
    next = /^<(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
  }
}

await mkdir(folder, { recursive: true })
const since = await readFile(stateFile, 'utf8').catch(() => '')
const began = new Date(Date.now() - OVERLAP_MS).toISOString()
let [written, removed] = [0, 0]
for (const dog of (await (await get('/api/my-dogs')).json()) as { id: string }[])
  for await (const { id, status } of every<{ id: string; status: string }>(
    `/api/playdates${since && `?since=${since}`}`,
    dog.id,
  )) {
    const file = join(folder, `${id}.ics`)
    if (status === 'accepted') {
      await writeFile(file, await (await get(`/api/playdates/${id}/ics`, dog.id)).text())
      written++
    } else if (status === 'declined') {
      await rm(file, { force: true })
      removed++
    }
  }
await writeFile(stateFile, began)
console.log(`${written} written, ${removed} removed`)
