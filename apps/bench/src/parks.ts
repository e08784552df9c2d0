import { migrateToLatest } from '@barkyard/db/migrate'
import { openDatabase } from '@barkyard/db/open'
import { listParks } from '@barkyard/db/queries/parks/parks'
import { cellCentre, cellOf } from '@barkyard/domain/place'
import { administer, urlOf, withClient } from './lib/cluster.ts'
import { type Goal, goal, printTable } from './lib/report.ts'
import { timed } from './lib/timed.ts'

const SIZES = [10, 1_000_000]
const ROUNDS = 200
const PAGE = 50

/** Parks all over the world, as densely at each place: searches of few find none, those of a million a page. */
const FILL = `
  INSERT INTO parks (id, name, lat, lng, time_zone, source, offered_at)
  SELECT 'p' || n, 'Dog Park ' || md5(n::text), -60 + random() * 130, -180 + random() * 360, 'UTC', 'import', now()
  FROM generate_series(1, $1::int) n`

/** What the first page of parks costs that are near, or have a name, among 10 and among a million. */
export async function run(): Promise<Goal[]> {
  const rows: string[][] = []
  const goals: Goal[] = []
  for (const size of SIZES) {
    const name = `parks_${size}`
    await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, `CREATE DATABASE ${name}`)
    const url = await urlOf(name)
    const db = openDatabase(url, { max: 1 })
    await migrateToLatest(db)
    await withClient(url, async client => {
      await client.query(FILL, [size])
      await client.query('VACUUM (ANALYZE) parks')
    })
    const at = (index: number) =>
      cellCentre(cellOf({ lat: ((index * 37) % 120) - 50, lng: ((index * 91) % 340) - 170 }))
    const around = (index: number, km: number) => ({ point: at(index), km })
    const page = { limit: PAGE, from: null }
    const near = await timed(ROUNDS, index => listParks(db, { ...page, around: around(index, 100) }))
    const named = await timed(ROUNDS, index =>
      listParks(db, { ...page, query: `${(index * 7919) % 997} dog`.slice(-6) }),
    )
    const eight = await timed(ROUNDS, () => listParks(db, page))
    await db.destroy()
    rows.push([size.toLocaleString('en'), ...[near, named, eight].map(ms => ms.toFixed(2))])
    goals.push(goal(`near ones among ${size.toLocaleString('en')}, ms`, near, '≤', 2))
    await administer(`DROP DATABASE ${name}`)
  }
  printTable(['parks', 'near, ms', 'by name, ms', 'the eight, ms'], rows)
  return goals
}
