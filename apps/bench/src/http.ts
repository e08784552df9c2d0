import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { sniffPage } from '@barkyard/db/queries/sniff/sniff'
import pg from 'pg'
import { dogsDatabase } from './data/databases.ts'
import { Child } from './lib/child.ts'
import { type Goal, goal, interleaved, ratio } from './lib/report.ts'
import { printSlices, type Server, slice } from './lib/sliced.ts'
import { floorOf } from './lib/statements.ts'
import type { HttpJob, HttpResult } from './load/http.ts'
import { ANY_DOG, FILTERS, httpSearchers, inputOf, PAGE, queryOf } from './searches.ts'

const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 16
const SEARCHERS = 40

/** The size of an answer for a client that accepts Brotli, as browsers do. */
async function compressedKilobytes(server: Server, path: string): Promise<number> {
  const { port, cookies } = await server.ready<{ port: number; cookies: string[] }>()
  const headers = { cookie: cookies[0] ?? '', 'accept-encoding': 'gzip, deflate, br' }
  const [response] = (await once(get({ host: '127.0.0.1', port, path, headers }), 'response')) as [IncomingMessage]
  let bytes = 0
  for await (const chunk of response) bytes += (chunk as Buffer).length
  return bytes / 1024
}

/** GET /api/sniff through the whole product, at 100,000 dogs. */
export async function run(): Promise<Goal[]> {
  const url = await dogsDatabase(100_000)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const searchers = await httpSearchers(client, SEARCHERS)
  const users = JSON.stringify(searchers.map(({ userId }) => userId))
  const load = new Child<HttpJob, HttpResult>('load/http.ts')
  const floor = await floorOf(url, async db => {
    for (const { userId, cell } of searchers) {
      const search = { viewer: { kind: 'owner', userId }, cell, distance: 25, limit: PAGE, ...ANY_DOG } as const
      for (const filter of FILTERS) await sniffPage(db, { ...search, ...filter })
    }
  })
  const servers: Record<'floor' | 'product', Server> = {
    floor,
    product: new Child('servers/product.ts', [url, users]),
  }
  const how = { load, client, connections: CONNECTIONS, seconds: SECONDS }
  const rest = FILTERS.map(filter => `/api/sniff?${queryOf(filter)}`)
  const trpc = FILTERS.map(filter => `/api/trpc/sniff.search?input=${encodeURIComponent(inputOf(filter))}`)
  const contenders = {
    floor: () => slice(servers.floor, ['/'], how),
    rest: () => slice(servers.product, rest, how),
    trpc: () => slice(servers.product, trpc, how),
  }
  try {
    // Warms up until V8 has compiled the hot code. A slower server answers fewer requests, so it takes longer.
    await interleaved(3, contenders)
    const slices = await interleaved(ROUNDS, contenders)
    const kilobytes = await compressedKilobytes(servers.product, '/api/sniff?distance=25')
    printSlices(slices)
    const server = (name: keyof typeof slices) => slices[name].map(one => one.nodeCpu)
    const both = (name: keyof typeof slices) => slices[name].map(one => one.nodeCpu + one.postgresCpu)
    return [
      goal('GET /api/sniff, CPU of server and PostgreSQL: product/floor', ratio(both('rest'), both('floor')), '≤', 2),
      goal('the same over tRPC, CPU of the server: tRPC/REST', ratio(server('trpc'), server('rest')), '≤', 1.5),
      goal('50 dogs on the wire, compressed, KB', kilobytes, '≤', 8),
    ]
  } finally {
    await client.end()
    await Promise.all([load.stop(), ...Object.values(servers).map(server => server.stop())])
  }
}
