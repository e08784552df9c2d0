import { parkById } from '@barkyard/domain/parks'
import type { Place } from '@barkyard/domain/place'
import type { PlaydateStatus } from '@barkyard/domain/playdate'
import type { CalendarFeed } from '@barkyard/domain/schemas/calendar'
import type { DogViewer, Owner } from '@barkyard/domain/visibility'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { dogIn, sees } from '../blocks/visibility.ts'
import { type PlanParkRow, planParkColumns, planParkOf } from '../parks/plan-park.ts'

/** Stores the address of a user's calendar, as the SHA-256 of its secret. An earlier address stops working. */
export async function openCalendarFeed(db: Db, userId: string, hash: Buffer, now: Date): Promise<void> {
  await db
    .insertInto('calendar_feeds')
    .values({ user_id: userId, hash, created_at: now })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ hash, created_at: now }))
    .execute()
}

export async function closeCalendarFeed(db: Db | Trx, userId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
}

/** Whether a user has a calendar address, and since when. */
export async function findCalendarFeed(db: Db, userId: string): Promise<CalendarFeed | null> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { createdAt: row.created_at.toISOString() } : null
}

/** The owner whose calendar address has this hash; null if there is none, or the user is suspended at `now`. */
export async function findCalendarOwner(db: Db, hash: Buffer, now: Date): Promise<Owner | null> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select('user_id')
    .where('hash', '=', hash)
    .where(eb => eb.or([eb('suspended_at', 'is', null), eb('suspended_until', '<=', now)]))
    .executeTakeFirst()
  return feed ? { kind: 'owner', userId: feed.user_id } : null
}

/** The part of a user's playdates that a calendar shows. */
interface CalendarSpan {
  now: Date
  /** Earlier playdates are left out. */
  since: Date
  /** The most playdates that have begun, the latest of them. */
  past: number
  /** The most playdates to come, the next of them. */
  coming: number
}

/** Agreed playdates and walks of all dogs of a user, by time. One of two of their own dogs is returned once. */
export async function calendarEntries(db: Db, { userId }: Owner, span: CalendarSpan): Promise<CalendarEntry[]> {
  const isOwn = sql`own.user_id = ${userId}::uuid`
  const nearest = async (when: RawBuilder<unknown>, direction: RawBuilder<unknown>, limit: number) => {
    const isMeant = sql`${isOwn} AND status = 'accepted' AND ${when}`
    const page = sql`ORDER BY when_ts ${direction}, playdates.id ${direction} LIMIT ${limit}`
    const { rows } = await sql<EntryRow>`
      SELECT * FROM (
        (${playdatesAs('proposer_dog_id', isMeant)} ${page})
        UNION ALL (${playdatesAs('invited_dog_id', sql`${isMeant} AND other.user_id IS DISTINCT FROM ${userId}::uuid`)} ${page})
        UNION ALL (${walksOf(
          sql`walks JOIN walk_dogs ON walk_dogs.walk_id = walks.id JOIN dogs own ON own.id = walk_dogs.dog_id`,
          sql`${isOwn} AND cancelled_at IS NULL AND ${when}`,
        )} ORDER BY when_ts ${direction}, walks.id ${direction}, walk_dogs.place LIMIT ${limit})
      ) entries ORDER BY "when" ${direction}, id ${direction} LIMIT ${limit}`.execute(db)
    return rows.map(toEntry)
  }
  const [past, coming] = await Promise.all([
    nearest(sql`when_ts >= ${span.since} AND when_ts < ${span.now}`, sql`DESC`, span.past),
    nearest(sql`when_ts >= ${span.now}`, sql`ASC`, span.coming),
  ])
  return [...past.reverse(), ...coming]
}

/** A playdate of the viewer's dog in any status. */
export async function findCalendarEntry(db: Db, { dogId }: DogViewer, id: string): Promise<CalendarEntry | undefined> {
  const isMeant = sql`playdates.id = ${id}::uuid AND own.id = ${dogId}::uuid`
  const { rows } = await sql<EntryRow>`
    ${playdatesAs('proposer_dog_id', isMeant)} UNION ALL ${playdatesAs('invited_dog_id', isMeant)}`.execute(db)
  return rows[0] && toEntry(rows[0])
}

/** A walk that the viewer's dog sees. */
export async function findWalkEntry(db: Db, { dogId }: DogViewer, id: string): Promise<CalendarEntry | undefined> {
  const own = sql`walks JOIN dogs own ON own.id = ${dogId}::uuid`
  const { rows } = await sql<EntryRow>`${walksOf(own, sql`walks.id = ${id}::uuid`)}`.execute(db)
  return rows[0] && toEntry(rows[0])
}

/** A playdate as a calendar shows it to one of its sides, or a walk to somebody who sees it. */
export interface CalendarEntry {
  kind: 'playdate' | 'walk'
  id: string
  when: Date
  parkName: string
  /** Where the park was when the plan was made. */
  place: Place
  /** Empty: unknown. */
  address: string
  /** The title, as the proposer or the host typed it; empty = none, which a walk always has. */
  notes: string
  status: PlaydateStatus
  revision: number
  /** When these terms were agreed, otherwise when they were proposed. */
  since: Date
  dogName: string
  /** On the walk of one's own dog, that dog. */
  otherDogName: string
}

/** `address`: of the park now. */
type EntryRow = Omit<CalendarEntry, 'parkName' | 'place' | 'address'> & PlanParkRow & { address: string | null }

function toEntry({ park_name, park_id, park_lat, park_lng, time_zone, address, ...entry }: EntryRow): CalendarEntry {
  const { parkId, parkName, place } = planParkOf({ park_name, park_id, park_lat, park_lng, time_zone })
  return { ...entry, parkName, place, address: (park_id === parkId ? address : parkById(parkId)?.address) ?? '' }
}

const parkOf = (table: 'playdates' | 'walks') => sql`${sql.join(planParkColumns(table).map(column => sql.ref(column)))},
  (SELECT address FROM parks WHERE parks.id = ${sql.ref(`${table}.park_id`)}) AS address`

/** Playdates of which the dog `own` is one side, as it sees them. @param which a condition on `playdates` and both dogs. */
function playdatesAs(side: 'proposer_dog_id' | 'invited_dog_id', which: RawBuilder<unknown>) {
  const otherSide = side === 'proposer_dog_id' ? 'invited_dog_id' : 'proposer_dog_id'
  return sql`
    SELECT 'playdate' AS kind, playdates.id, when_ts AS "when", notes, status, revision,
      coalesce(agreed_at, playdates.created_at) AS since, own.name AS "dogName", other.name AS "otherDogName", ${parkOf('playdates')}
    FROM playdates JOIN dogs own ON own.id = ${sql.ref(side)} JOIN dogs other ON other.id = ${sql.ref(otherSide)}
    WHERE ${which} AND ${sees(dogIn('own'), 'other')}`
}

/** Walks whose host the dog `own` sees, each once. @param from the tables `walks` and `dogs own`. */
const walksOf = (from: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
  SELECT DISTINCT ON (when_ts, walks.id) 'walk' AS kind, walks.id, when_ts AS "when", title AS notes,
    CASE WHEN cancelled_at IS NULL THEN 'accepted' ELSE 'declined' END AS status, revision,
    changed_at AS since, own.name AS "dogName", host.name AS "otherDogName", ${parkOf('walks')}
  FROM ${from} JOIN dogs host ON host.id = walks.host_dog_id
  WHERE ${which} AND host.user_id IS NOT NULL AND ${sees(dogIn('own'), 'host')}`
