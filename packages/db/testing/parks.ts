import type { Insertable } from 'kysely'
import type { Db } from '../src/open.ts'
import { newId } from '../src/queries/ids.ts'
import { zoneAt } from '../src/queries/parks/parks.ts'
import type { Database } from '../src/schema.ts'

/** Adds an open park as an admin would. @returns its id */
export async function addPark(
  db: Db,
  park: { name: string; lat: number; lng: number } & Partial<Insertable<Database['parks']>>,
): Promise<string> {
  const id = newId()
  const values = { id, time_zone: zoneAt(park), source: 'admin' as const, offered_at: new Date(), ...park }
  await db.insertInto('parks').values(values).execute()
  return values.id
}
