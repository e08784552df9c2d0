import { parkById } from '@barkyard/domain/parks'
import type { Place } from '@barkyard/domain/place'
import type { PlaydateStatus } from '@barkyard/domain/playdate'
import type { CalendarFeed } from '@barkyard/domain/schemas/calendar'
import type { DogViewer, Owner } from '@barkyard/domain/visibility'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import type { Database } from '../../schema.ts'
import { dogIn, sees } from '../blocks/visibility.ts'
import { type PlanParkRow, planParkColumns, planParkOf } from '../parks/plan-park.ts'
import { seenWalks } from '../walks/walks.ts'

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
export async function calendarEntries(db: Db, viewer: Owner, span: CalendarSpan): Promise<CalendarEntry[]> {
  const [past, coming] = await Promise.all([
    nearest(db, viewer, { from: span.since, until: span.now, order: 'desc', limit: span.past }),
    nearest(db, viewer, { from: span.now, until: null, order: 'asc', limit: span.coming }),
  ])
  return [...past.reverse(), ...coming]
}

async function nearest(db: Db, viewer: Owner, stretch: Stretch): Promise<CalendarEntry[]> {
  const [playdates, walks] = await Promise.all([nearestEntries(db, viewer, stretch), nearestWalks(db, viewer, stretch)])
  const sign = stretch.order === 'asc' ? 1 : -1
  return [...playdates.map(toEntry), ...walks]
    .sort((one, other) => sign * (one.when.getTime() - other.when.getTime()))
    .slice(0, stretch.limit)
}

function nearestEntries(db: Db, { userId }: Owner, { from, until, order, limit }: Stretch) {
  const page = (side: Side) =>
    entriesAs(db, side)
      .where('own.user_id', '=', userId)
      .where('playdates.status', '=', sql.lit('accepted'))
      .where('playdates.when_ts', '>=', from)
      .$if(until !== null, query => query.where('playdates.when_ts', '<', until))
      .orderBy('playdates.when_ts', order)
      .orderBy('playdates.id', order)
      .limit(limit)
  return db
    .selectFrom(page('proposer_dog_id').as('proposed'))
    .selectAll()
    .unionAll(
      db
        // A playdate between two of the user's own dogs is only listed for the proposer.
        .selectFrom(page('invited_dog_id').where('other.user_id', 'is distinct from', userId).as('invited'))
        .selectAll(),
    )
    .orderBy('when_ts', order)
    .orderBy('id', order)
    .limit(limit)
    .execute()
}

/** A playdate of the viewer's dog in any status. */
export async function findCalendarEntry(db: Db, { dogId }: DogViewer, id: string): Promise<CalendarEntry | undefined> {
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
const entriesAs = (db: Db, side: Side) =>
  db
    .selectFrom('playdates')
    .innerJoin('dogs as own', 'own.id', `playdates.${side}`)
    .innerJoin(
      'dogs as other',
      'other.id',
      side === 'proposer_dog_id' ? 'playdates.invited_dog_id' : 'playdates.proposer_dog_id',
    )
    .leftJoin('parks', 'parks.id', 'playdates.park_id')
    .select([
      ...planParkColumns('playdates'),
      ...(['playdates.id', 'playdates.when_ts', 'playdates.notes', 'playdates.status', 'playdates.revision'] as const),
      ...(['parks.address', 'own.name as own_name', 'other.name as other_name'] as const),
      sql<Date>`coalesce(playdates.agreed_at, playdates.created_at)`.as('since'),
    ])
    .where(sees(dogIn('own'), 'other'))

type EntryRow = Awaited<ReturnType<ReturnType<typeof entriesAs>['execute']>>[number]
const toEntry = (row: EntryRow): CalendarEntry => ({
  kind: 'playdate',
  id: row.id,
  when: row.when_ts,
  ...parkOfEntry(row),
  notes: row.notes,
  status: row.status,
  revision: row.revision,
  since: row.since,
  dogName: row.own_name,
  otherDogName: row.other_name,
})

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

interface ParkOfEntryRow extends PlanParkRow {
  /** Of the park now. */
  address: string | null
}

function parkOfEntry(row: ParkOfEntryRow): Pick<CalendarEntry, 'parkName' | 'place' | 'address'> {
  const { parkId, parkName, place } = planParkOf(row)
  const address = row.park_id === parkId ? row.address : parkById(parkId)?.address
  return { parkName, place, address: address ?? '' }
}

/** A part of a calendar. */
interface Stretch {
  from: Date
  /** Exclusive; null: without end. */
  until: Date | null
  order: 'asc' | 'desc'
  limit: number
}

type WalkColumn = 'id' | 'when_ts' | 'title' | 'revision' | 'changed_at' | 'cancelled_at'
type WalkEntryRow = ParkOfEntryRow &
  Pick<Selectable<Database['walks']>, WalkColumn> & { own_name: string; host_name: string }

const toWalkEntry = (row: WalkEntryRow): CalendarEntry => ({
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
async function nearestWalks(db: Db, { userId }: Owner, { from, until, order, limit }: Stretch) {
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
  return rows.map(toWalkEntry)
}

export async function findWalkEntry(db: Db, viewer: DogViewer, id: string): Promise<CalendarEntry | undefined> {
  const row = await seenWalks(db, viewer)
    .innerJoin('dogs as own', join => join.on('own.id', '=', viewer.dogId))
    .leftJoin('parks', 'parks.id', 'walks.park_id')
    .select(['walks.changed_at', 'parks.address', 'own.name as own_name', 'host.name as host_name'])
    .where('walks.id', '=', id)
    .executeTakeFirst()
  return row && toWalkEntry(row)
}
