import { migrateToLatest } from '@barkyard/db/migrate'
import { listParks } from '@barkyard/db/queries/parks/parks'
import { cellCentre, cellOf } from '@barkyard/domain/place'
import { administer, urlOf } from './lib/cluster.ts'
import { connect, openDb } from './lib/opened.ts'
import { type Goal, goal, timed } from './lib/report.ts'

/** Parks all over the world, as densely at each place. */
const FILL = `
  INSERT INTO parks (id, name, lat, lng, time_zone, source, offered_at)
  SELECT 'p' || n, 'Dog Park ' || md5(n::text), -60 + random() * 130, -180 + random() * 360, 'UTC', 'import', now()
  FROM generate_series(1, 1000000) n`

/** What the first page of parks near a place costs among a million. */
export async function run(): Promise<Goal[]> {
  await administer('DROP DATABASE IF EXISTS parks WITH (FORCE)', 'CREATE DATABASE parks')
  const url = await urlOf('parks')
  const db = openDb(url)
  await migrateToLatest(db)
  const client = await connect(url)
  await client.query(FILL)
  await client.query('VACUUM (ANALYZE) parks')
  const at = (index: number) => cellCentre(cellOf({ lat: ((index * 37) % 120) - 50, lng: ((index * 91) % 340) - 170 }))
  const ms = await timed(200, index => listParks(db, { limit: 50, from: null, around: { point: at(index), km: 100 } }))
  return [goal('parks near a place among 1,000,000, ms', ms, '≤', 2)]
}
