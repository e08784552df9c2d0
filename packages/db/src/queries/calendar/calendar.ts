import type { PlaydateStatus } from '@barkyard/domain/playdate'
import { sql } from 'kysely'
import type { Db } from '../open.ts'
import { isId } from './ids.ts'
import { sees } from './visibility.ts'

/** A playdate as a calendar shows it to one of its sides. */
export interface CalendarEntry {
  id: string
  when: Date
  parkName: string
  /** As the proposer typed them; empty = none. */
  notes: string
  status: PlaydateStatus
  revision: number
  /** When these terms were agreed, otherwise when they were proposed. */
  since: Date
  dogName: string
  otherDogName: string
}

/** Stores the address of a user's calendar, as the SHA-256 of its secret. An earlier address stops working. */
export async function openCalendarFeed(db: Db, userId: string, hash: Buffer, now: Date): Promise<void> {
  await db
    .insertInto('calendar_feeds')
    .values({ user_id: userId, hash, created_at: now })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ hash, created_at: now }))
    .execute()
}

export async function closeCalendarFeed(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
}

/** Since when a user has a calendar address; null if they have none. */
export async function calendarFeedSince(db: Db, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.created_at ?? null
}

/**
 * At most `limit` agreed playdates since `since` of all dogs of the user whose calendar address has this hash, by time. A
 * playdate between two of their own dogs is returned once. 'not found': no address has this hash.
 */
export async function calendarEntries(
  db: Db,
  hash: Buffer,
  { since, limit }: { since: Date; limit: number },
): Promise<CalendarEntry[] | 'not found'> {
  const feed = await db.selectFrom('calendar_feeds').select('user_id').where('hash', '=', hash).executeTakeFirst()
  if (!feed) return 'not found'
  const page = (side: Side) =>
    entriesAs(db, side)
      .where('own.user_id', '=', feed.user_id)
      .where('playdates.status', '=', sql.lit('accepted'))
      .where('playdates.when_ts', '>=', since)
      .orderBy('playdates.when_ts')
      .orderBy('playdates.id')
      .limit(limit)
  const rows = await db
    .selectFrom(page('proposer_dog_id').as('proposed'))
    .selectAll()
    .unionAll(
      db
        // A playdate between two of the user's own dogs is only listed for the proposer.
        .selectFrom(page('invited_dog_id').where('other.user_id', 'is distinct from', feed.user_id).as('invited'))
        .selectAll(),
    )
    .orderBy('when_ts')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toEntry)
}

/** A playdate of `dogId` in any status. */
export async function findCalendarEntry(db: Db, dogId: string, id: string): Promise<CalendarEntry | undefined> {
  if (!isId(id)) return undefined
  for (const side of ['proposer_dog_id', 'invited_dog_id'] as const) {
    const row = await entriesAs(db, side)
      .where('playdates.id', '=', id)
      .where(`playdates.${side}`, '=', dogId)
      .executeTakeFirst()
    if (row) return toEntry(row)
  }
  return undefined
}

type Side = 'proposer_dog_id' | 'invited_dog_id'
interface EntryRow {
  id: string
  when_ts: Date
  park_name: string
  notes: string
  status: PlaydateStatus
  revision: number
  since: Date
  own_name: string
  other_name: string
}
const entriesAs = (db: Db, side: Side) =>
  db
    .selectFrom('playdates')
    .innerJoin('dogs as own', 'own.id', `playdates.${side}`)
    .innerJoin(
      'dogs as other',
      'other.id',
      side === 'proposer_dog_id' ? 'playdates.invited_dog_id' : 'playdates.proposer_dog_id',
    )
    .select([
      ...(['playdates.id', 'playdates.when_ts', 'playdates.park_name', 'playdates.notes'] as const),
      ...(['playdates.status', 'playdates.revision', 'own.name as own_name', 'other.name as other_name'] as const),
      sql<Date>`coalesce(playdates.agreed_at, playdates.created_at)`.as('since'),
    ])
    .where(sees({ user: sql.ref('own.user_id'), dog: sql.ref('own.id') }, 'other'))

const toEntry = (row: EntryRow): CalendarEntry => ({
  ...{ id: row.id, when: row.when_ts, parkName: row.park_name, notes: row.notes },
  ...{ status: row.status, revision: row.revision, since: row.since },
  ...{ dogName: row.own_name, otherDogName: row.other_name },
})
