import { listMatches } from '@barkyard/db/queries/matches/matches'
import { sniffPage } from '@barkyard/db/queries/sniff/sniff'
import { dogsDatabase, WITH_CHATS } from './data/databases.ts'
import { connect } from './lib/opened.ts'
import { type Goal, goal, ratio } from './lib/report.ts'
import { send } from './lib/send.ts'
import { compareServers, type Server, startFloor, startProduct, startServer } from './lib/servers.ts'
import { ANY_DOG, FILTERS, inputOf, PAGE, queryOf, searches } from './searches.ts'

const SEARCHERS = 40

/** Whole calls through the product: a page of Sniff, the longest list of matches, and the session's part of a call. */
export async function run(): Promise<Goal[]> {
  return [...(await sniff()), await matches(), await session()]
}

/** The size of an answer for a client that accepts Brotli, as browsers do. */
async function compressedKilobytes({ port, cookies }: Server, path: string): Promise<number> {
  const headers = { cookie: cookies[0] ?? '', 'accept-encoding': 'gzip, deflate, br' }
  return (await send({ port, path, headers })).content.length / 1024
}

/** GET /api/sniff at 100,000 dogs. */
async function sniff(): Promise<Goal[]> {
  const url = await dogsDatabase(100_000)
  const client = await connect(url)
  const searchers = await searches(client, SEARCHERS)
  const floor = await startFloor(url, async db => {
    for (const { viewer, cell } of searchers)
      for (const filter of FILTERS)
        await sniffPage(db, { viewer, cell, distance: 25, limit: PAGE, ...ANY_DOG, ...filter })
  })
  const product = await startProduct(
    url,
    searchers.map(({ viewer }) => viewer.userId),
  )
  const rest = FILTERS.map(filter => `/api/sniff?${queryOf(filter)}`)
  const trpc = FILTERS.map(filter => `/api/trpc/sniff.search?input=${encodeURIComponent(inputOf(filter))}`)
  const slices = await compareServers(
    client,
    {
      floor: { server: floor, paths: ['/'] },
      rest: { server: product, paths: rest },
      trpc: { server: product, paths: trpc },
    },
    { connections: 16, rounds: 5, warmUp: 3 },
  )
  const server = (name: keyof typeof slices) => slices[name].map(one => one.nodeCpu)
  const both = (name: keyof typeof slices) => slices[name].map(one => one.nodeCpu + one.postgresCpu)
  return [
    goal('GET /api/sniff, CPU of server and PostgreSQL: product/floor', ratio(both('rest'), both('floor')), '≤', 2),
    goal('the same over tRPC, CPU of the server: tRPC/REST', ratio(server('trpc'), server('rest')), '≤', 1.2),
    goal('50 dogs on the wire, compressed, KB', await compressedKilobytes(product, '/api/sniff?distance=25'), '≤', 8),
  ]
}

/** GET /api/matches as the dog with 321 matches, in a database with 1.8 million messages. */
async function matches(): Promise<Goal> {
  const url = await dogsDatabase(WITH_CHATS)
  const client = await connect(url)
  const { rows } = await client.query<{ user_id: string; dog_id: string }>(
    `UPDATE users SET active_dog_id = dogs.id FROM dogs WHERE users.id = dogs.user_id
       AND dogs.id = (SELECT dog_id FROM match_dogs GROUP BY dog_id ORDER BY count(*) DESC LIMIT 1)
     RETURNING users.id AS user_id, dogs.id AS dog_id`,
  )
  const { user_id: userId = '', dog_id: dogId = '' } = rows[0] ?? {}
  const floor = await startFloor(url, db =>
    listMatches(db, { kind: 'dog', userId, dogId }, { limit: 500, today: ANY_DOG.today }),
  )
  const product = await startProduct(url, [userId])
  const slices = await compareServers(
    client,
    { floor: { server: floor, paths: ['/'] }, product: { server: product, paths: ['/api/matches'] } },
    { connections: 4, rounds: 5, warmUp: 1 },
  )
  const cpu = (name: keyof typeof slices) => slices[name].map(one => one.nodeCpu)
  return goal('GET /api/matches, CPU of the server: product/floor', ratio(cpu('product'), cpu('floor')), '≤', 1.6)
}

/** The cost of recognising the caller of a request. */
async function session(): Promise<Goal> {
  const url = await dogsDatabase(10_000)
  const client = await connect(url)
  const users = (await searches(client, SEARCHERS)).map(({ viewer }) => viewer.userId)
  const server = await startServer('session', url, JSON.stringify(users))
  const slices = await compareServers(
    client,
    { none: { server, paths: ['/none'] }, session: { server, paths: ['/cached'] } },
    { connections: 16, rounds: 5, warmUp: 1 },
  )
  const cpu = (name: keyof typeof slices) => slices[name].map(one => one.nodeCpu)
  return goal('session check, CPU of the server: with/without', ratio(cpu('session'), cpu('none')), '≤', 1.2)
}
