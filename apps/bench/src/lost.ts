import { listLost } from '@barkyard/db/queries/lost/lost'
import { cellRanges } from '@barkyard/domain/cell-ranges'
import { LOST_PAGE_DEFAULT } from '@barkyard/domain/lost'
import { unitVector } from '@barkyard/domain/place'
import type pg from 'pg'
import { copyOf, WITH_CHATS } from './data/databases.ts'
import { Child } from './lib/child.ts'
import { connect, openDb } from './lib/opened.ts'
import { type Goal, goal, interleaved, median, number, percentile, printTable, ratio, timed } from './lib/report.ts'
import { matchesOfOwners, startTalking } from './lib/talks.ts'
import type { ChatJob, ChatResult } from './load/chat.ts'

const ROUNDS = 3
const SECONDS = 20
const OWNERS = 100_000
const TALKING = 100
const PER_SECOND = 200
/** Nobody else lives here. */
const PLACE = { lat: -40.005, lng: -120.005 }
const REACH_KM = 3
const LOST = 10_000
const LISTS = 200

const FILL = `
  INSERT INTO users (id, first_name, last_name, cell)
  SELECT gen_random_uuid(), 'N', '', ($1::int[])[1 + n % cardinality($1::int[])] FROM generate_series(1, $2::int) n`
/** Otherwise the third case would wait for a moderator. */
const FORGET = `
  DELETE FROM lost_cases; DELETE FROM lost_openings; DELETE FROM notifications`

/** So many cases, each where its owner lives. */
const CASES = `
  INSERT INTO lost_cases (id, dog_id, user_id, code, state, last_seen_at, lat, lng, approach, created_at, began_at, ends_at)
  SELECT id, id, user_id, id::text, 'open', now(), cell / 36000 / 100.0 - 90, cell % 36000 / 100.0 - 180, 'shy', now(), now(),
    now() + interval '1 day'
  FROM (SELECT dogs.id, user_id, cell FROM dogs JOIN users ON users.id = user_id WHERE cell IS NOT NULL LIMIT $1) AS lost`

/** What the first page of lost dogs near a place costs, among so many. In ms. */
async function near(client: pg.Client, url: string): Promise<number> {
  await client.query(CASES, [LOST])
  await client.query('VACUUM ANALYZE lost_cases')
  const { rows } = await client.query<{ id: string }>('SELECT id FROM users WHERE cell IS NOT NULL LIMIT $1', [LISTS])
  const db = openDb(url)
  const page = { limit: LOST_PAGE_DEFAULT, now: new Date() }
  return timed(LISTS, index => listLost(db, { kind: 'owner', userId: rows[index]?.id ?? '' }, page))
}

/** How long it takes until a hundred thousand owners are told of a lost dog, and what chat feels of it. */
export async function run(): Promise<Goal[]> {
  const url = await copyOf(WITH_CHATS, 'lost')
  const client = await connect(url)
  const cells = cellRanges(unitVector(PLACE), REACH_KM).flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, n) => from + n),
  )
  await client.query(FILL, [cells, OWNERS])
  const listed = await near(client, url)
  await client.query(FORGET)
  const talks = await matchesOfOwners(client, 2 * TALKING)
  const dogId = talks[0]?.dogs[0]
  await client.query(
    `UPDATE dogs SET created_at = now() - interval '2 days', photos = jsonb_build_array(
      jsonb_build_object('id', id, 'dogId', id, 'urlThumb', '/x', 'urlLarge', '/x')) WHERE id = $1`,
    [dogId],
  )
  await client.query('VACUUM ANALYZE')
  const { server, pairs } = await startTalking(url, talks)
  const load = new Child<ChatJob, ChatResult>('load/chat.ts')
  const job = { port: server.port, pairs, seconds: SECONDS, window: 1, perSecond: PER_SECOND }
  await load.ask({ ...job, stay: 'connect' })
  const p99 = async () => percentile((await load.ask({ ...job, stay: 'talk' })).latencies, 0.99)

  async function open(): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/dogs/${dogId}/lost`, {
      method: 'POST',
      headers: { cookie: server.cookies[0] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ lastSeenAt: new Date().toISOString(), ...PLACE, approach: 'shy' }),
    })
    const { state } = (await response.json()) as { state?: string }
    if (state !== 'open') throw new Error(`opening a case answered ${response.status}`)
  }
  /** @returns the seconds until everybody was told. */
  async function telling(): Promise<number> {
    const began = performance.now()
    await open()
    for (;;) {
      const { rows } = await client.query('SELECT count(*)::int AS told FROM lost_tellings')
      if (rows[0]?.told >= OWNERS) return (performance.now() - began) / 1000
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  }
  const took: number[] = []
  const rounds = await interleaved(ROUNDS, {
    quiet: p99,
    telling: async () => {
      await client.query(FORGET)
      const [seconds, ms] = await Promise.all([telling(), p99()])
      took.push(seconds)
      return ms
    },
  })
  printTable(
    ['', 'chat, p99'],
    [
      ['quiet', `${number(median(rounds.quiet))} ms`],
      [
        `while ${OWNERS.toLocaleString('en')} owners are told, in ${number(median(took))} s`,
        `${number(median(rounds.telling))} ms`,
      ],
    ],
  )
  return [
    goal('seconds until everybody is told', median(took), '≤', 60),
    goal('chat, p99: while owners are told/quiet', ratio(rounds.telling, rounds.quiet), '≤', 1.5),
    goal(`lost dogs near a place among ${LOST.toLocaleString('en')}, ms`, listed, '≤', 2),
  ]
}
