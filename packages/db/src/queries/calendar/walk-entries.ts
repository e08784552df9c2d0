import type { DogViewer, Owner } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import { dogIn, sees } from '../blocks/visibility.ts'
import { isId } from '../ids.ts'
import { seenWalks } from '../walks/walks.ts'
import { type CalendarEntry, type ParkOfEntryRow, parkOfEntry, type Stretch } from './calendar-entry.ts'

interface WalkEntryRow extends ParkOfEntryRow {
  id: string
  when_ts: Date
  title: string
  revision: number
  changed_at: Date
  cancelled_at: Date | null
  own_name: string
  host_name: string
}

const toEntry = (row: WalkEntryRow): CalendarEntry => ({
  kind: 'walk',
  id: row.id,
  when: row.when_ts,
  ...parkOfEntry(row),
  notes: row.title,
  status: row.cancelled_at ? 'declined' : 'accepted',
  revision: row.revision,
  since: row.changed_at,
  dogName: row.own_name,
  otherDogName: row.host_name,
})

/** The walks that a user's dogs host or have joined, nearest first. One with several of their dogs is returned once. */
export async function nearestWalks(
  db: Db,
  { userId }: Owner,
  { from, until, order, limit }: Stretch,
): Promise<CalendarEntry[]> {
  const direction = sql.raw(order)
  const { rows } = await sql<WalkEntryRow>`
    SELECT DISTINCT ON (walks.when_ts, walks.id) walks.id, walks.when_ts, walks.park_name, walks.park_id, walks.park_lat,
      walks.park_lng, walks.time_zone, parks.address, walks.title, walks.revision, walks.changed_at, walks.cancelled_at, own.name AS own_name, host.name AS host_name
    FROM dogs own
    JOIN walk_dogs ON walk_dogs.dog_id = own.id
    JOIN walks ON walks.id = walk_dogs.walk_id
    JOIN dogs host ON host.id = walks.host_dog_id
    LEFT JOIN parks ON parks.id = walks.park_id
    WHERE own.user_id = ${userId}::uuid AND walks.cancelled_at IS NULL AND host.user_id IS NOT NULL
      AND walks.when_ts >= ${from} AND (${until}::timestamptz IS NULL OR walks.when_ts < ${until}::timestamptz)
      AND ${sees(dogIn('own'), 'host')}
    ORDER BY walks.when_ts ${direction}, walks.id ${direction}, walk_dogs.place LIMIT ${limit}`.execute(db)
  return rows.map(toEntry)
}

/** A walk that the viewer's dog sees. */
export async function findWalkEntry(db: Db, viewer: DogViewer, id: string): Promise<CalendarEntry | undefined> {
  if (!isId(id)) return undefined
  const row = await seenWalks(db, viewer)
    .innerJoin('dogs as own', join => join.on('own.id', '=', viewer.dogId))
    .leftJoin('parks', 'parks.id', 'walks.park_id')
    .select(['walks.changed_at', 'parks.address', 'own.name as own_name', 'host.name as host_name'])
    .where('walks.id', '=', id)
    .executeTakeFirst()
  return row && toEntry(row)
}
