import pg from 'pg'
import { dogsDatabase } from './data/databases.ts'
import { Child } from './lib/child.ts'
import { type Goal, goal, median, number, printTable } from './lib/report.ts'
import type { SocketsJob } from './load/sockets.ts'
import { httpSearchers } from './searches.ts'

const SOCKETS = 10_000
/** At most 20 are allowed. */
const USERS = SOCKETS / 20
const WARM = 500
const ROUNDS = 3

/** The resident memory of an idle socket. Each round starts new processes and warms them up with 500 sockets. */
export async function run(): Promise<Goal[]> {
  const url = await dogsDatabase(10_000)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const users = (await httpSearchers(client, USERS)).map(({ userId }) => userId)
  await client.end()
  const kb: Record<'floor' | 'product', number[]> = { floor: [], product: [] }
  const measure = async (server: Child<string, { rss: number }>): Promise<number> => {
    const load = new Child<SocketsJob, { open: number }>('load/sockets.ts')
    try {
      const { port, cookies } = await server.ready<{ port: number; cookies: string[] }>()
      const who = users.map((userId, index) => ({ userId, cookie: cookies[index] ?? 'none=1' }))
      await load.ask({ port, count: WARM, who })
      await load.ask({ port, count: 0, who })
      const before = await server.ask('memory')
      const { open } = await load.ask({ port, count: SOCKETS, who })
      if (open !== SOCKETS) throw new Error(`${open} of ${SOCKETS} sockets are open`)
      const after = await server.ask('memory')
      return (after.rss - before.rss) / SOCKETS / 1024
    } finally {
      await load.stop()
      await server.stop()
    }
  }
  for (let round = 0; round < ROUNDS; round++) {
    kb.floor.push(await measure(new Child('servers/sockets.ts')))
    kb.product.push(await measure(new Child('servers/product.ts', [url, JSON.stringify(users)])))
  }
  printTable(
    [`${SOCKETS.toLocaleString('en')} idle sockets`, 'resident memory each'],
    [
      ['floor: raw ws', `${number(median(kb.floor))} KB`],
      ['product', `${number(median(kb.product))} KB`],
    ],
  )
  return [goal('an idle socket, memory: product/raw ws', median(kb.product) / median(kb.floor), '≤', 1.3)]
}
