import { type Selectable, sql } from 'kysely'
import type { Db } from '../../open.ts'
import type { Database } from '../../schema.ts'

export type VitalCount = Selectable<Database['page_vitals']>

/** Adds counts. Always in the same order, so that processes do not deadlock. */
export async function addVitals(db: Db, counts: readonly VitalCount[]): Promise<void> {
  const key = ({ day, route, vital, bucket }: VitalCount) => `${day} ${route} ${vital} ${bucket}`
  const sorted = [...counts].sort((a, b) => (key(a) < key(b) ? -1 : 1))
  await sql`
    INSERT INTO page_vitals (day, route, vital, bucket, count)
    SELECT day, route, vital, bucket, count FROM jsonb_populate_recordset(NULL::page_vitals, ${JSON.stringify(sorted)}::jsonb)
    ON CONFLICT (day, route, vital, bucket) DO UPDATE SET count = page_vitals.count + excluded.count`.execute(db)
}

/** The counts since a day, by route. */
export async function readVitals(db: Db, since: string): Promise<Omit<VitalCount, 'day'>[]> {
  const { rows } = await sql<Omit<VitalCount, 'day'>>`
    SELECT route, vital, bucket, sum(count)::float8 AS count FROM page_vitals
    WHERE day >= ${since}::date GROUP BY route, vital, bucket`.execute(db)
  return rows
}

export const sweepVitals = (db: Db, before: string) => db.deleteFrom('page_vitals').where('day', '<', before).execute()
