// Shows unread messages and coming playdates of all your dogs, and shows them again whenever something happens: Node.js
// 20, no package. It keeps running.
//
//   BARKYARD_TOKEN=barkyard_… npx tsx dashboard.ts
import { setTimeout as sleep } from 'node:timers/promises'

const SERVER = process.env.BARKYARD_URL ?? 'http://127.0.0.1:3000'
const headers = { authorization: `Bearer ${process.env.BARKYARD_TOKEN}` }

async function get<T>(path: string, dogId?: string): Promise<T> {
  const response = await fetch(`${SERVER}/api${path}`, { headers: { ...headers, ...(dogId && { 'x-dog': dogId }) } })
  if (response.status === 429 || response.status === 503) {
    await sleep(Number(response.headers.get('retry-after') ?? 5) * 1000)
    return get(path, dogId)
  }
  const answer = (await response.json()) as T & { message?: string }
  if (!response.ok) throw new Error(`${path}: ${answer.message}`)
  return answer
}

async function show(): Promise<void> {
  const [dogs, unread] = await Promise.all([
    get<{ id: string; name: string }[]>('/my-dogs'),
    get<{ dogId: string; unread: number }[]>('/matches/unread'),
  ])
  for (const dog of dogs) {
    const { length: playdates } = await get<object[]>('/playdates?status=proposed,accepted', dog.id)
    const count = unread.find(({ dogId }) => dogId === dog.id)?.unread ?? 0
    console.log(`${dog.name}: ${count} unread, ${playdates} playdates`)
  }
}

/** The types and ids of the events of a stream (text/event-stream), as they come. */
async function* eventsOf(body: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, id] = /^id: (.*)$/m.exec(block) ?? []
      if (id !== undefined) yield { type: /^event: (.*)$/m.exec(block)?.[1], id }
    }
  }
}

const SHOWN = new Set(['started', 'message', 'seen', 'playdate', 'refresh'])
let lastEventId = ''
for (;;) {
  try {
    const response = await fetch(`${SERVER}/api/events`, { headers: { ...headers, 'last-event-id': lastEventId } })
    if (response.status === 401) {
      console.error('The token is unknown, or it has ended')
      process.exit(1)
    }
    if (response.body && response.ok)
      for await (const { type, id } of eventsOf(response.body)) {
        lastEventId = id
        if (SHOWN.has(type ?? '')) await show()
      }
  } catch (fault) {
    console.error(`Lost the server: ${fault}`)
  }
  await sleep(1000)
}
