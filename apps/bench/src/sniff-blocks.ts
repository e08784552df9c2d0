import { openDatabase } from '@barkyard/db/open'
import { type SniffSearch, sniffPage } from '@barkyard/db/queries/sniff/sniff'
import pg from 'pg'
import { dogsDatabase } from './data/databases.ts'
import { postgresCpu } from './lib/cpu.ts'
import { type Goal, goal, interleaved, median, number, printTable, ratio } from './lib/report.ts'
import { timed } from './lib/timed.ts'
import { searches } from './searches.ts'

const ROUNDS = 9
const PER_ROUND = 200
/** Owners who have each blocked 1,000 neighbours. */
const BLOCKERS = 50
const BLOCKED = 1_000

async function forgetBlockers(client: pg.Client): Promise<void> {
  await client.query(`DELETE FROM users WHERE email LIKE 'blocker-%@bench.test'`)
}

/** @returns ids of owners who have each blocked 1,000 owners of San Francisco, as many as one can. */
async function makeBlockers(client: pg.Client): Promise<string[]> {
  // Blocks that a killed run left behind.
  await forgetBlockers(client)
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO users (id, email, first_name, last_name)
     SELECT gen_random_uuid(), 'blocker-' || n || '@bench.test', 'B', 'B' FROM generate_series(1, $1) n RETURNING id`,
    [BLOCKERS],
  )
  const ids = rows.map(({ id }) => id)
  await client.query(
    `INSERT INTO blocks (id, user_id, blocked_id, dog_id, dog_name, dog_breed, created_at)
     SELECT gen_random_uuid(), blocker.id, owner.id, owner.id, 'Rex', 'Corgi', now()
     FROM unnest($1::uuid[]) WITH ORDINALITY AS blocker (id, n)
     CROSS JOIN LATERAL (
       SELECT id FROM users WHERE city = 'San Francisco' ORDER BY id LIMIT $2::int OFFSET n * $2::int) owner`,
    [ids, BLOCKED],
  )
  // As autovacuum would do.
  await client.query('VACUUM (ANALYZE) blocks, owners_apart')
  return ids
}

/** One page of Sniff in San Francisco, at a million dogs, for owners with and without 1,000 blocks there. */
export async function measureBlocks(): Promise<Goal[]> {
  const url = await dogsDatabase(1_000_000)
  const db = openDatabase(url, { max: 1 })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const ids = await makeBlockers(client)
    const none = await searches(client, PER_ROUND, 'San Francisco')
    const many = none.map((search, index) => ({
      ...search,
      viewer: { kind: 'owner' as const, userId: ids[index % ids.length] ?? '' },
    }))
    const pages = (list: SniffSearch[]) =>
      timed(list.length, index => sniffPage(db, list[index % list.length] as SniffSearch))
    const cpu = async (list: SniffSearch[]) =>
      ((await postgresCpu(client, () => pages(list))) ?? Number.NaN) / list.length
    const contenders = { none: () => pages(none), many: () => pages(many) }
    await interleaved(1, contenders)
    const times = await interleaved(ROUNDS, contenders)
    const used = await interleaved(ROUNDS, { none: () => cpu(none), many: () => cpu(many) })
    const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
    printTable(
      ['1,000,000 dogs, San Francisco', 'p50', "PostgreSQL's CPU"],
      (['none', 'many'] as const).map(name => [
        name === 'none' ? 'nobody blocked' : '1,000 blocks',
        `${number(median(times[name]))} ms`,
        `${number(sum(used[name]) / ROUNDS)} ms`,
      ]),
    )
    const digits = (value: number) => value.toFixed(2)
    return [goal('sniff with 1,000 blocks, p50: against none', ratio(times.many, times.none), '≤', 1.15, digits)]
  } finally {
    await forgetBlockers(client)
    await client.end()
    await db.destroy()
  }
}
