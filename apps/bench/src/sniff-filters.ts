import { findDuplicate } from '@barkyard/db/queries/reports/duplicate-photos'
import { type SniffSearch, sniffPage } from '@barkyard/db/queries/sniff/sniff'
import { ownerAs } from '@barkyard/domain/visibility'
import type pg from 'pg'
import { postgresCpu } from './lib/cpu.ts'
import { connect, openDb } from './lib/opened.ts'
import { type Goal, goal, interleaved, median, number, printTable, ratio, timed } from './lib/report.ts'
import { searches } from './searches.ts'

const ROUNDS = 9
const PER_ROUND = 200
/** Owners who have each blocked 1,000 neighbours, and dogs that have each left out as many: the most that one can. */
const BUSY = 50
const LEFT_OUT = 1_000

/** What a run changes in the data that is kept. */
const FORGET = `TRUNCATE skips; DELETE FROM users WHERE email LIKE 'blocker-%@bench.test'`

/** Makes dogs of San Francisco's owners leave out their neighbours. @returns the ids of these dogs. */
async function makeSkips(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `WITH near AS (SELECT s.dog_id, row_number() OVER (ORDER BY md5(s.dog_id::text)) AS n
       FROM sniff_dogs s JOIN users u ON u.id = s.owner_id WHERE u.city = 'San Francisco'),
     skippers AS (SELECT dog_id FROM near WHERE n <= $1)
     INSERT INTO skips (id, dog_id, other_dog_id, created_at)
     SELECT gen_random_uuid(), skippers.dog_id, near.dog_id, now()
     FROM skippers JOIN near ON near.n BETWEEN $1 + 1 AND $1 + $2 RETURNING dog_id AS id`,
    [BUSY, LEFT_OUT],
  )
  return [...new Set(rows.map(({ id }) => id))]
}

/** @returns ids of owners who have each blocked 1,000 owners of San Francisco. */
async function makeBlockers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO users (id, email, first_name, last_name)
     SELECT gen_random_uuid(), 'blocker-' || n || '@bench.test', 'B', 'B' FROM generate_series(1, $1) n RETURNING id`,
    [BUSY],
  )
  const ids = rows.map(({ id }) => id)
  await client.query(
    `INSERT INTO blocks (id, user_id, blocked_id, dog_id, dog_name, dog_breed, created_at)
     SELECT gen_random_uuid(), blocker.id, owner.id, owner.id, 'Rex', 'Corgi', now()
     FROM unnest($1::uuid[]) WITH ORDINALITY AS blocker (id, n)
     CROSS JOIN LATERAL (
       SELECT id FROM users WHERE city = 'San Francisco' ORDER BY id LIMIT $2::int OFFSET n * $2::int) owner`,
    [ids, LEFT_OUT],
  )
  return ids
}

/** Photos: every second one differs from one that exists in three bits, the others from all. */
async function photosLike(client: pg.Client): Promise<{ dogId: string; hash: string }[]> {
  const { rows } = await client.query<{ hash: string; dog_id: string }>(
    `SELECT h.hash::text, (SELECT id FROM dogs ORDER BY id DESC LIMIT 1) AS dog_id
     FROM photo_hashes h ORDER BY md5(h.photo_id::text) LIMIT $1`,
    [PER_ROUND],
  )
  return rows.map(({ hash, dog_id: dogId }, at) => ({
    dogId,
    hash: BigInt.asIntN(64, BigInt(hash) ^ (at % 2 === 0 ? 0b10011n : 0x5555_5555n)).toString(),
  }))
}

/**
 * One page of Sniff in San Francisco at a million dogs, of which every twentieth is paused: any dog, dogs with what
 * moderators checked, for dogs that have left out 1,000 others and for owners who have blocked as many. And the duplicate
 * of a photo among a million.
 */
export async function measureFilters(url: string): Promise<Goal[]> {
  const db = openDb(url)
  const client = await connect(url)
  // Also what a killed run left behind.
  await client.query(FORGET)
  try {
    const [skippers, blockers] = [await makeSkips(client), await makeBlockers(client)]
    // As autovacuum would do.
    for (const table of ['skips', 'blocks', 'owners_apart']) await client.query(`VACUUM (ANALYZE) ${table}`)
    const { rows: others } = await client.query<{ id: string }>(
      'SELECT id FROM dogs WHERE NOT id = ANY ($1::uuid[]) ORDER BY md5(id::text) LIMIT $2',
      [skippers, BUSY],
    )
    const owners = await searches(client, PER_ROUND, 'San Francisco')
    // As in the product, a dog searches.
    const searching = (dogs: (string | undefined)[], users: string[] = []) =>
      owners.map((search, at) => ({
        ...search,
        viewer: ownerAs(users[at % users.length] ?? search.viewer.userId, dogs[at % dogs.length] ?? null),
      }))
    const plain = searching(others.map(({ id }) => id))
    const pages = (list: SniffSearch[]) => () =>
      timed(list.length, at => sniffPage(db, list[at % list.length] as SniffSearch))
    const photos = await photosLike(client)
    const contenders = {
      'any dog': pages(plain),
      'photo checked': pages(plain.map(search => ({ ...search, verified: ['photo'] }))),
      'both checked': pages(plain.map(search => ({ ...search, verified: ['photo', 'vaccination'] }))),
      '1,000 dogs left out': pages(searching(skippers)),
      'nobody blocked': pages(owners),
      '1,000 blocks': pages(searching([undefined], blockers)),
      'the duplicate of a photo': () =>
        timed(photos.length, at => findDuplicate(db, photos[at]?.dogId ?? '', photos[at]?.hash ?? '')),
    }
    const names = Object.keys(contenders) as (keyof typeof contenders)[]
    await interleaved(1, contenders)
    const times = await interleaved(ROUNDS, contenders)
    const rows: string[][] = []
    for (const name of names) {
      const { cpu } = await postgresCpu(client, contenders[name])
      rows.push([name, `${number(median(times[name]))} ms`, `${number(cpu / PER_ROUND)} ms`])
    }
    printTable(['1,000,000 dogs, San Francisco', 'p50', "PostgreSQL's CPU"], rows)
    const digits = (value: number) => value.toFixed(2)
    const against = (name: keyof typeof contenders, base: keyof typeof contenders) =>
      goal(`sniff, ${name}, p50: against ${base}`, ratio(times[name], times[base]), '≤', 1.15, digits)
    return [
      against('photo checked', 'any dog'),
      against('both checked', 'any dog'),
      against('1,000 dogs left out', 'any dog'),
      against('1,000 blocks', 'nobody blocked'),
      goal(
        'the duplicate of a photo among 1,000,000, p50, ms',
        median(times['the duplicate of a photo']),
        '≤',
        2,
        digits,
      ),
    ]
  } finally {
    await client.query(FORGET)
  }
}
