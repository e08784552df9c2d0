import { dogsDatabase } from './data/databases.ts'
import { Child } from './lib/child.ts'
import { connect } from './lib/opened.ts'
import { type Goal, goal, median, number, printTable } from './lib/report.ts'
import { type Server, startProduct, startServer } from './lib/servers.ts'
import type { SocketsJob } from './load/sockets.ts'
import { searches } from './searches.ts'

const SOCKETS = 10_000
/** At most 20 are allowed. */
const USERS = SOCKETS / 20
const WARM = 500
const ROUNDS = 3

/** The resident memory of an idle socket. Each round starts new processes and warms them up with 500 sockets. */
export async function run(): Promise<Goal[]> {
  const url = await dogsDatabase(10_000)
  const users = (await searches(await connect(url), USERS)).map(({ viewer }) => viewer.userId)
  const kb: Record<'floor' | 'product', number[]> = { floor: [], product: [] }
  const measure = async ({ child, port, cookies }: Server): Promise<number> => {
    const load = new Child<SocketsJob, { open: number }>('load/sockets.ts')
    const who = users.map((userId, index) => ({ userId, cookie: cookies[index] ?? 'none=1' }))
    await load.ask({ port, count: WARM, who })
    await load.ask({ port, count: 0, who })
    const before = await child.ask('memory')
    const { open } = await load.ask({ port, count: SOCKETS, who })
    if (open !== SOCKETS) throw new Error(`${open} of ${SOCKETS} sockets are open`)
    const after = await child.ask('memory')
    await Promise.all([load.stop(), child.stop()])
    return (after.rss - before.rss) / SOCKETS / 1024
  }
  for (let round = 0; round < ROUNDS; round++) {
    kb.floor.push(await measure(await startServer('sockets')))
    kb.product.push(await measure(await startProduct(url, users)))
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
