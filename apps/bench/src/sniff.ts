import { openDatabase, type Statement } from '@barkyard/db/open'
import { type SniffSearch, sniffPage } from '@barkyard/db/queries/sniff/sniff'
import { planOf, rowsRead } from '@barkyard/db/testing/plans/read-plan'
import { dogsDatabase } from './data/databases.ts'
import type { Size } from './data/fill-chats.ts'
import { postgresCpu } from './lib/cpu.ts'
import { connect, openDb } from './lib/opened.ts'
import { type Goal, goal, interleaved, median, number, percentile, printTable, ratio, timed } from './lib/report.ts'
import { PAGE, searches } from './searches.ts'
import { measureFilters } from './sniff-filters.ts'

const ROUNDS = 5
const PER_ROUND = 200
/** Long enough that the system's 10 ms steps of CPU time do not matter. */
const CPU_CALLS = 1_000
const SIZES = [10_000, 100_000, 1_000_000] as const

interface Measured {
  product: number[]
  floor: number[]
  dense: number[]
  /** CPU milliseconds of PostgreSQL per search. */
  cpu: number
  rows: number[]
}

async function measure(size: Size): Promise<Measured> {
  const url = await dogsDatabase(size)
  const db = openDb(url)
  const client = await connect(url)
  const mixed = await searches(client, PER_ROUND)
  const dense = await searches(client, PER_ROUND, 'San Francisco')
  const of = (list: SniffSearch[], index: number) => list[index % list.length] as SniffSearch
  const ids = (await client.query<{ id: string }>('SELECT id FROM dogs ORDER BY md5(id::text) LIMIT 10000')).rows
  let at = 0
  const page = () => {
    at = (at + PAGE) % (ids.length - PAGE)
    return ids.slice(at, at + PAGE).map(row => row.id)
  }
  for (let index = 0; index < 20; index++) await sniffPage(db, of(mixed, index))
  const times = await interleaved(ROUNDS, {
    floor: () =>
      timed(PER_ROUND, () =>
        client.query({
          name: 'floor',
          text: 'SELECT id, name, breed, age_years, size, sex, temperament, bio, photos, neutered, careful, photo_checked, vaccinated_until, active_on FROM dogs WHERE id = ANY ($1::uuid[])',
          values: [page()],
        }),
      ),
    product: () => timed(PER_ROUND, index => sniffPage(db, of(mixed, index))),
    dense: () => timed(PER_ROUND, index => sniffPage(db, of(dense, index))),
  })
  const spent = await postgresCpu(client, () => timed(CPU_CALLS, index => sniffPage(db, of(mixed, index))))
  const cpu = spent.cpu / CPU_CALLS
  const statements: Statement[] = []
  const recorded = openDatabase(url, { max: 1, onStatement: statement => statements.push(statement) })
  for (const search of dense) await sniffPage(recorded, search)
  await recorded.destroy()
  const rows: number[] = []
  for (const statement of statements) rows.push(rowsRead(await planOf(client, statement)))
  return { ...times, cpu, rows }
}

/** One page of Sniff at 10,000, 100,000 and a million dogs: 25 km, mixed filters, exact order, 50 dogs. */
export async function run(): Promise<Goal[]> {
  const results = new Map<Size, Measured>()
  for (const size of SIZES) results.set(size, await measure(size))
  printTable(
    ['dogs', 'floor: 50 by id', 'product', 'product, San Francisco', 'CPU', 'rows read p50', 'p95'],
    [...results].map(([size, one]) => [
      size.toLocaleString('en'),
      `${number(median(one.floor))} ms`,
      `${number(median(one.product))} ms`,
      `${number(median(one.dense))} ms`,
      `${number(one.cpu)} ms`,
      number(median(one.rows)),
      number(percentile(one.rows, 0.95)),
    ]),
  )
  const at = (size: Size) => results.get(size) as Measured
  const all = SIZES.map(at)
  const [small, , large] = all as [Measured, Measured, Measured]
  return [
    goal('sniff, 1,000,000 dogs, p50: product/the same dogs by id', ratio(large.product, large.floor), '≤', 1.7),
    goal("its statement, PostgreSQL's CPU, ms", large.cpu, '≤', 0.8),
    goal('its growth, 1,000,000 against 10,000, full pages', ratio(large.dense, small.dense), '≤', 1.2),
    goal('rows read a page of 50, median', Math.max(...all.map(one => median(one.rows))) / PAGE, '≤', 3),
    ...(await measureFilters(await dogsDatabase(1_000_000))),
  ]
}
