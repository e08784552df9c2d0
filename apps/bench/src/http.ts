import pg from 'pg'
import { dogsDatabase } from './data/databases.ts'
import { Child } from './lib/child.ts'
import { postgresCpu } from './lib/cpu.ts'
import { type Goal, goal, interleaved, median, number, percentile, printTable, ratio } from './lib/report.ts'
import type { HttpJob, HttpResult } from './load/http.ts'
import { FILTERS, httpSearchers, inputOf, queryOf } from './searches.ts'

const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 16
const SEARCHERS = 40

interface Slice extends HttpResult {
  /** CPU milliseconds a request, of the server and of PostgreSQL. */
  nodeCpu: number
  postgresCpu: number
}

type Server = Child<string, { user: number; system: number }>

/** GET /api/sniff through the whole product, at 100,000 dogs. */
export async function run(): Promise<Goal[]> {
  const url = await dogsDatabase(100_000)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const searchers = await httpSearchers(client, SEARCHERS)
  const users = JSON.stringify(searchers.map(({ userId }) => userId))
  const load = new Child<HttpJob, HttpResult>('load/http.ts')
  const servers = {
    floor: new Child<string, { user: number; system: number }>('servers/floor.ts', [url, JSON.stringify(searchers)]),
    product: new Child<string, { user: number; system: number }>('servers/product.ts', [url, users]),
    clone: new Child<string, { user: number; system: number }>('servers/clone.ts', [url, users]),
  }
  const slice = async (
    server: Server,
    paths: string[],
    cookieOf = (cookie: string, _filter: number) => cookie,
  ): Promise<Slice> => {
    const { port, cookies } = await server.ready<{ port: number; cookies: string[] }>()
    const requests = cookies.flatMap(cookie =>
      paths.map((path, filter) => ({ path, cookie: cookieOf(cookie, filter) })),
    )
    // In an order in which neither searchers nor filters follow each other.
    requests.sort((a, b) => (a.cookie.slice(-9) + a.path).localeCompare(b.cookie.slice(-9) + b.path))
    const before = await server.ask('cpu')
    let result: HttpResult | undefined
    const database = await postgresCpu(client, async () => {
      result = await load.ask({ port, requests, connections: CONNECTIONS, seconds: SECONDS })
    })
    const after = await server.ask('cpu')
    if (!result || result.failed > 0)
      throw new Error(`${result?.failed} of ${result?.count} requests failed: ${result?.failure}`)
    const node = (after.user + after.system - before.user - before.system) / 1000
    return { ...result, nodeCpu: node / result.count, postgresCpu: (database ?? Number.NaN) / result.count }
  }
  const rest = FILTERS.map(filter => `/api/sniff?${queryOf(filter)}`)
  const trpc = FILTERS.map(filter => `/api/trpc/sniff.search?input=${encodeURIComponent(inputOf(filter))}`)
  const contenders = {
    floor: () => slice(servers.floor, rest, (cookie, filter) => `${cookie}-${filter}`),
    rest: () => slice(servers.product, rest),
    trpc: () => slice(servers.product, trpc),
    clone: () => slice(servers.clone, rest),
  }
  try {
    // Until V8 has compiled what is hot: a slower server answers fewer requests and takes longer to get there.
    await interleaved(3, contenders)
    const slices = await interleaved(ROUNDS, contenders)
    printTable(
      ['', 'requests/s', 'p50', 'p99', 'CPU a request: server', 'PostgreSQL', 'bytes'],
      Object.entries(slices).map(([name, list]) => [
        name,
        number(median(list.map(one => one.perSecond))),
        `${number(median(list.map(one => percentile(one.latencies, 0.5))))} ms`,
        `${number(median(list.map(one => percentile(one.latencies, 0.99))))} ms`,
        `${number(median(list.map(one => one.nodeCpu)))} ms`,
        `${number(median(list.map(one => one.postgresCpu)))} ms`,
        number(median(list.map(one => one.bytes / one.count))),
      ]),
    )
    const per = (name: keyof typeof slices) => slices[name].map(one => one.perSecond)
    return [
      goal('GET /api/sniff, requests/s: product/floor', ratio(per('rest'), per('floor')), '≥', 0.6),
      goal('GET /api/sniff, requests/s: product/clone', ratio(per('rest'), per('clone')), '≥', 20),
      goal('the same over tRPC, requests/s: tRPC/REST', ratio(per('trpc'), per('rest')), '≥', 0.5),
    ]
  } finally {
    await client.end()
    await Promise.all([load.stop(), ...Object.values(servers).map(server => server.stop())])
  }
}
