import { openDatabase } from '@barkyard/db/open'
import { findDuplicate } from '@barkyard/db/queries/reports/duplicate-photos'
import { type SniffSearch, sniffPage } from '@barkyard/db/queries/sniff/sniff'
import { ownerAs } from '@barkyard/domain/visibility'
import pg from 'pg'
import { postgresCpu } from './lib/cpu.ts'
import { type Goal, goal, interleaved, median, number, printTable, ratio } from './lib/report.ts'
import { timed } from './lib/timed.ts'
import { searches } from './searches.ts'

const ROUNDS = 9
const PER_ROUND = 200
const DUPLICATES_PER_ROUND = 200
/** The most dogs that one can leave out. */
const SKIPPED = 1_000
/** Dogs that have each left out so many. */
const SKIPPERS = 50

/** Makes dogs of San Francisco's owners leave out their neighbours. @returns the ids of these dogs. */
async function makeSkips(client: pg.Client): Promise<string[]> {
  await client.query('TRUNCATE skips')
  const { rows } = await client.query<{ id: string }>(
    `WITH near AS (SELECT s.dog_id, row_number() OVER (ORDER BY md5(s.dog_id::text)) AS n
       FROM sniff_dogs s JOIN users u ON u.id = s.owner_id WHERE u.city = 'San Francisco'),
     skippers AS (SELECT dog_id FROM near WHERE n <= $1)
     INSERT INTO skips (id, dog_id, other_dog_id, created_at)
     SELECT gen_random_uuid(), skippers.dog_id, near.dog_id, now()
     FROM skippers JOIN near ON near.n BETWEEN $1 + 1 AND $1 + $2 RETURNING dog_id AS id`,
    [SKIPPERS, SKIPPED],
  )
  // As autovacuum would do.
  await client.query('VACUUM (ANALYZE) skips')
  return [...new Set(rows.map(({ id }) => id))]
}

const actingAs = (search: SniffSearch, dogId: string | undefined): SniffSearch => ({
  ...search,
  viewer: ownerAs(search.viewer.userId, dogId ?? null),
})

/**
 * One page of Sniff in San Francisco at a million dogs, of which every twentieth is paused: any dog, dogs with what
 * moderators checked, and for dogs that have left out 1,000 others. And the duplicate of a photo among a million.
 */
export async function measureTrust(url: string): Promise<Goal[]> {
  const db = openDatabase(url, { max: 1 })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const skippers = await makeSkips(client)
    const { rows: others } = await client.query<{ id: string }>(
      'SELECT id FROM dogs WHERE NOT id = ANY ($1::uuid[]) ORDER BY md5(id::text) LIMIT $2',
      [skippers, SKIPPERS],
    )
    // As in the product, a dog searches.
    const plain = (await searches(client, PER_ROUND, 'San Francisco')).map((search, at) =>
      actingAs(search, others[at % others.length]?.id),
    )
    const kinds = {
      plain,
      photo: plain.map((search): SniffSearch => ({ ...search, verified: ['photo'] })),
      both: plain.map((search): SniffSearch => ({ ...search, verified: ['photo', 'vaccination'] })),
      skips: plain.map((search, at) => actingAs(search, skippers[at % skippers.length])),
    }
    const pages = (list: SniffSearch[]) =>
      timed(list.length, at => sniffPage(db, list[at % list.length] as SniffSearch))
    const contenders = {
      plain: () => pages(kinds.plain),
      photo: () => pages(kinds.photo),
      both: () => pages(kinds.both),
      skips: () => pages(kinds.skips),
    }
    await interleaved(1, contenders)
    const times = await interleaved(ROUNDS, contenders)
    const cpuOf = async (pages: () => Promise<unknown>, calls: number) =>
      ((await postgresCpu(client, pages)) ?? Number.NaN) / calls
    const used = await interleaved(ROUNDS, {
      plain: () => cpuOf(contenders.plain, PER_ROUND),
      photo: () => cpuOf(contenders.photo, PER_ROUND),
      both: () => cpuOf(contenders.both, PER_ROUND),
      skips: () => cpuOf(contenders.skips, PER_ROUND),
    })
    const findDuplicates = await duplicateSearches(db, client)
    const { duplicates } = await interleaved(ROUNDS, { duplicates: findDuplicates })
    const duplicateCpu = await cpuOf(findDuplicates, DUPLICATES_PER_ROUND)
    const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
    printTable(
      ['1,000,000 dogs, San Francisco', 'p50', "PostgreSQL's CPU"],
      (
        [
          ['any dog', times.plain, mean(used.plain)],
          ['photo checked: 1 in 3', times.photo, mean(used.photo)],
          ['and vaccination record seen: 1 in 12', times.both, mean(used.both)],
          ['1,000 dogs left out', times.skips, mean(used.skips)],
          ['the duplicate of a photo among 1,000,000', duplicates, duplicateCpu],
        ] as const
      ).map(([name, list, cpu]) => [name, `${number(median(list))} ms`, `${number(cpu)} ms`]),
    )
    const digits = (value: number) => value.toFixed(2)
    return [
      goal('sniff with a photo checked, p50: against any dog', ratio(times.photo, times.plain), '≤', 1.15, digits),
      goal('sniff with both checked, p50: against any dog', ratio(times.both, times.plain), '≤', 1.15, digits),
      goal('sniff with 1,000 dogs left out, p50: against none', ratio(times.skips, times.plain), '≤', 1.15, digits),
      goal('the duplicate of a photo among 1,000,000, p50, ms', median(duplicates), '≤', 2, digits),
    ]
  } finally {
    await client.query('TRUNCATE skips')
    await client.end()
    await db.destroy()
  }
}

/** Looks for the duplicates of photos: every second one differs from a photo in three bits, the others from all. */
async function duplicateSearches(
  db: ReturnType<typeof openDatabase>,
  client: pg.Client,
): Promise<() => Promise<number>> {
  const { rows } = await client.query<{ hash: string; dog_id: string }>(
    `SELECT h.hash::text, (SELECT id FROM dogs ORDER BY id DESC LIMIT 1) AS dog_id
     FROM photo_hashes h ORDER BY md5(h.photo_id::text) LIMIT $1`,
    [DUPLICATES_PER_ROUND],
  )
  const photos = rows.map(({ hash, dog_id: dogId }, at) => ({
    dogId,
    hash: BigInt.asIntN(64, BigInt(hash) ^ (at % 2 === 0 ? 0b10011n : 0x5555_5555n)).toString(),
  }))
  return () =>
    timed(photos.length, at => {
      const { dogId, hash } = photos[at % photos.length] ?? { dogId: '', hash: '' }
      return findDuplicate(db, dogId, hash)
    })
}
