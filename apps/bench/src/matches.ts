import { openDatabase } from '@barkyard/db/open'
import { listMatches } from '@barkyard/db/queries/matches/matches'
import pg from 'pg'
import { dogsDatabase, WITH_CHATS } from './data/databases.ts'
import { Child } from './lib/child.ts'
import { type Goal, goal, interleaved, median, number, printTable, ratio } from './lib/report.ts'
import { printSlices, type Server, slice } from './lib/sliced.ts'
import { floorOf } from './lib/statements.ts'
import { timed } from './lib/timed.ts'
import type { HttpJob, HttpResult } from './load/http.ts'
import { ANY_DOG } from './searches.ts'

const ROUNDS = 5
const CALLS = 40

/** One statement, which counts unread messages and looks up the last one for each match. */
const LATERAL = `
  SELECT m.id, m.dog_a_id, m.dog_b_id, d.id AS dog_id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos,
    l.id AS last_id, l.sender_dog_id, l.body, l.created_at, u.count AS unread
  FROM matches m
  JOIN dogs d ON d.id = CASE WHEN m.dog_a_id = $1 THEN m.dog_b_id ELSE m.dog_a_id END
  LEFT JOIN LATERAL (SELECT * FROM clone.messages WHERE match_id = m.id ORDER BY created_at DESC LIMIT 1) l ON true
  CROSS JOIN LATERAL (SELECT count(*)::int FROM clone.messages WHERE match_id = m.id AND sender_dog_id <> $1 AND NOT seen) u
  WHERE m.dog_a_id = $1 OR m.dog_b_id = $1
  ORDER BY l.created_at DESC`

/** The usual way: the matches, then the dog, photos, last message and unread count of each. */
async function nPlusOne(client: pg.Client, dogId: string): Promise<unknown[]> {
  const matches = await client.query(
    'select "id", "dog_a_id", "dog_b_id", "created_at" from "clone"."matches" where ("matches"."dog_a_id" = $1 or "matches"."dog_b_id" = $2)',
    [dogId, dogId],
  )
  const list: { lastMessage?: { created_at: Date } }[] = []
  for (const match of matches.rows) {
    const otherId = match.dog_a_id === dogId ? match.dog_b_id : match.dog_a_id
    const dogs = await client.query('select * from "clone"."dogs" where "dogs"."id" = $1 limit $2', [otherId, 1])
    const photos = await client.query('select * from "clone"."photos" where "photos"."dog_id" = $1', [otherId])
    const last = await client.query(
      'select * from "clone"."messages" where "messages"."match_id" = $1 order by "messages"."created_at" desc limit $2',
      [match.id, 1],
    )
    const unread = await client.query(
      'select count(*) from "clone"."messages" where ("messages"."match_id" = $1 and "messages"."sender_dog_id" <> $2 and "messages"."seen" = $3)',
      [match.id, dogId, false],
    )
    list.push({
      ...match,
      otherDog: { ...dogs.rows[0], photos: photos.rows },
      lastMessage: last.rows[0],
      unreadCount: Number(unread.rows[0].count),
    })
  }
  return list.sort((a, b) => Number(b.lastMessage?.created_at) - Number(a.lastMessage?.created_at))
}

/** GET /api/matches as the dog with 321 matches, through the whole product. */
async function overHttp(url: string, client: pg.Client, dogId: string): Promise<Goal> {
  const { rows } = await client.query<{ id: string }>(
    'UPDATE users SET active_dog_id = $1 FROM dogs WHERE dogs.id = $1 AND users.id = dogs.user_id RETURNING users.id',
    [dogId],
  )
  const load = new Child<HttpJob, HttpResult>('load/http.ts')
  const floor = await floorOf(url, db => listMatches(db, dogId, { limit: 500, today: ANY_DOG.today }))
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
  const db = openDatabase(url, { max: 1 })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ dog_id: string; count: number }>(
      'SELECT dog_id, count(*)::int FROM match_dogs GROUP BY dog_id ORDER BY count(*) DESC LIMIT 1',
    )
    const { dog_id: dogId = '', count = 0 } = rows[0] ?? {}
    await listMatches(db, dogId, { limit: 500, today: ANY_DOG.today })
    const times = await interleaved(ROUNDS, {
      floor: () =>
        timed(CALLS, () =>
          client.query({
            name: 'floor',
            text: 'SELECT d.* FROM match_dogs m JOIN dogs d ON d.id = m.other_dog_id WHERE m.dog_id = $1',
            values: [dogId],
          }),
        ),
      product: () => timed(CALLS, () => listMatches(db, dogId, { limit: 500, today: ANY_DOG.today })),
      lateral: () => timed(CALLS, () => client.query({ name: 'lateral', text: LATERAL, values: [dogId] })),
      clone: () => timed(3, () => nPlusOne(client, dogId)),
    })
    printTable(
      [`${count} matches`, 'p50'],
      [
        ['floor: the dogs alone', `${number(median(times.floor))} ms`],
        ['product', `${number(median(times.product))} ms`],
        ['lateral joins', `${number(median(times.lateral))} ms`],
        ['clone: N+1', `${number(median(times.clone))} ms`],
      ],
    )
    return [await overHttp(url, client, dogId)]
  } finally {
    await client.end()
    await db.destroy()
  }
}
