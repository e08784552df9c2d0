import { listMatches } from '@barkyard/db/queries/matches/matches'
import pg from 'pg'
import { dogsDatabase, WITH_CHATS } from './data/databases.ts'
import { Child } from './lib/child.ts'
import { type Goal, goal, interleaved, ratio } from './lib/report.ts'
import { printSlices, type Server, slice } from './lib/sliced.ts'
import { floorOf } from './lib/statements.ts'
import type { HttpJob, HttpResult } from './load/http.ts'
import { ANY_DOG } from './searches.ts'

const ROUNDS = 5

/** GET /api/matches as the dog with 321 matches, through the whole product. */
async function overHttp(url: string, client: pg.Client, dogId: string): Promise<Goal> {
  const { rows } = await client.query<{ id: string }>(
    'UPDATE users SET active_dog_id = $1 FROM dogs WHERE dogs.id = $1 AND users.id = dogs.user_id RETURNING users.id',
    [dogId],
  )
  const load = new Child<HttpJob, HttpResult>('load/http.ts')
  const floor = await floorOf(url, db =>
    listMatches(db, { kind: 'dog', userId: rows[0]?.id ?? '', dogId }, { limit: 500, today: ANY_DOG.today }),
  )
  const product: Server = new Child('servers/product.ts', [url, JSON.stringify(rows.map(row => row.id))])
  const how = { load, client, connections: 4, seconds: 2 }
  try {
    const contenders = {
      floor: () => slice(floor, ['/'], how),
      product: () => slice(product, ['/api/matches'], how),
    }
    await interleaved(1, contenders)
    const slices = await interleaved(ROUNDS, contenders)
    printSlices(slices)
    const cpu = (name: keyof typeof slices) => slices[name].map(one => one.nodeCpu)
    return goal('GET /api/matches, CPU of the server: product/floor', ratio(cpu('product'), cpu('floor')), '≤', 1.6)
  } finally {
    await Promise.all([load.stop(), floor.stop(), product.stop()])
  }
}

/** The list of a dog's 321 matches, in a database with 1.8 million messages. */
export async function run(): Promise<Goal[]> {
  const url = await dogsDatabase(WITH_CHATS)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ dog_id: string }>(
      'SELECT dog_id FROM match_dogs GROUP BY dog_id ORDER BY count(*) DESC LIMIT 1',
    )
    return [await overHttp(url, client, rows[0]?.dog_id ?? '')]
  } finally {
    await client.end()
  }
}
