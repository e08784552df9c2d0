import { parkByName } from '@barkyard/domain/parks'
import { OPEN_PROPOSALS_MAX } from '@barkyard/domain/playdate'
import { isGoingOn, PLAYDATE_MS, type PlaydateDeed } from '@barkyard/domain/playdate-moves'
import type { ListQuery } from '@barkyard/domain/schemas/paging'
import type { NewPlaydate, PastPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../open.ts'
import type { Database } from '../schema.ts'
import { inTransaction, type Trx } from '../transaction.ts'
import { isId, newId } from './ids.ts'
import { lockPair, seesDogOf } from './visibility.ts'

export const playdateColumns = [
  'playdates.id',
  'playdates.match_id',
  'playdates.proposer_dog_id',
  'playdates.invited_dog_id',
  'playdates.when_ts',
  'playdates.park_name',
  'playdates.notes',
  'playdates.status',
  'playdates.revision',
  'playdates.changes',
  'playdates.signals',
  'playdates.cancelled_at',
  'playdates.cancel_reason',
] as const

export type PlaydateRow = Omit<Selectable<Database['playdates']>, 'created_at' | 'agreed_at' | 'again_at'>

export function toPlaydate(row: PlaydateRow, now: Date): Playdate {
  const park = parkByName(row.park_name)
  const whenTs = row.when_ts.toISOString()
  return {
    id: row.id,
    matchId: row.match_id,
    whenTs,
    parkName: row.park_name,
    lat: String(park?.lat ?? ''),
    lng: String(park?.lng ?? ''),
    notes: row.notes,
    status: row.status,
    proposerDogId: row.proposer_dog_id,
    revision: row.revision,
    started: isGoingOn({ whenTs }, now),
    changes: row.changes,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    cancelReason: row.cancel_reason,
    signals: row.signals,
  }
}

/** One side of a playdate. */
export interface PlaydateSide {
  dogId: string
  dogName: string
  /** null: nobody owns the dog. */
  userId: string | null
}

/** A change by one side of a playdate, and the users concerned. */
export interface PlaydateChange {
  /** The playdate after the change. */
  playdate: Playdate
  /** The deed that the other side is notified of; null: no notification, only their open pages are updated. */
  deed: PlaydateDeed | null
  by: PlaydateSide
  to: PlaydateSide
  /** Whether only the side that made the change may know of it. */
  isOwn?: boolean
}

/** The two sides of a playdate, the one that acted first. */
export async function sidesOf(
  trx: Trx,
  row: Pick<PlaydateRow, 'proposer_dog_id' | 'invited_dog_id'>,
  byDogId: string,
): Promise<Pick<PlaydateChange, 'by' | 'to'>> {
  const dogIds = [row.proposer_dog_id, row.invited_dog_id]
  const dogs = await trx.selectFrom('dogs').select(['id', 'name', 'user_id']).where('id', 'in', dogIds).execute()
  const side = (dogId: string): PlaydateSide => {
    const dog = dogs.find(({ id }) => id === dogId)
    return { dogId, dogName: dog?.name ?? '', userId: dog?.user_id ?? null }
  }
  return { by: side(byDogId), to: side(dogIds.find(id => id !== byDogId) ?? byDogId) }
}

/** The other dog of a playdate of `dogId`. */
export const otherDogOf = (dogId: string) =>
  sql<string>`CASE WHEN playdates.proposer_dog_id = ${dogId}::uuid THEN playdates.invited_dog_id ELSE playdates.proposer_dog_id END`

/**
 * Proposes a playdate in a match of `dogId`. A match can have OPEN_PROPOSALS_MAX open proposals. Its row is locked while
 * they are counted.
 */
export async function createPlaydate(
  db: Db,
  dogId: string,
  playdate: NewPlaydate,
  now: Date,
): Promise<PlaydateChange | 'no match' | 'too many' | 'hidden'> {
  if (!isId(playdate.matchId)) return 'no match'
  return inTransaction(db, async trx => {
    const pair = await trx
      .selectFrom('match_dogs')
      .select('other_dog_id')
      .where('match_id', '=', playdate.matchId)
      .where('dog_id', '=', dogId)
      .executeTakeFirst()
    if (!pair) return 'no match'
    const standing = await lockPair(trx, dogId, pair.other_dog_id)
    if (typeof standing === 'string') return standing === 'hidden' ? 'hidden' : 'no match'
    const match = await trx
      .selectFrom('matches')
      .innerJoin('match_dogs', 'match_dogs.match_id', 'matches.id')
      .select(['match_id', 'dog_id', 'other_dog_id'])
      .where('matches.id', '=', playdate.matchId)
      .where('match_dogs.dog_id', '=', dogId)
      .forNoKeyUpdate('matches')
      .executeTakeFirst()
    if (!match) return 'no match'
    const { open } = await trx
      .selectFrom('playdates')
      .select(eb => eb.fn.countAll<number>().as('open'))
      .where('match_id', '=', match.match_id)
      .where('status', '=', sql.lit('proposed'))
      .where('when_ts', '>=', now)
      .executeTakeFirstOrThrow()
    if (open >= OPEN_PROPOSALS_MAX) return 'too many'
    const row = await trx
      .insertInto('playdates')
      .values({
        id: newId(),
        match_id: match.match_id,
        proposer_dog_id: match.dog_id,
        invited_dog_id: match.other_dog_id,
        when_ts: new Date(playdate.whenTs),
        park_name: playdate.parkName,
        notes: playdate.notes ?? '',
      })
      .returning(playdateColumns)
      .executeTakeFirstOrThrow()
    return { playdate: toPlaydate(row, now), deed: { kind: 'proposed' }, ...(await sidesOf(trx, row, dogId)) }
  })
}

/** The position of a cursor; undefined if `dogId` has no such playdate, or not in this match. */
async function positionOf(db: Db, dogId: string, id: string, matchId: string | undefined) {
  if (!isId(id)) return undefined
  return db
    .selectFrom('playdates')
    .select(['id', sql<Date>`when_ts::text`.as('when_ts')])
    .where('id', '=', id)
    .where(eb => eb.or([eb('proposer_dog_id', '=', dogId), eb('invited_dog_id', '=', dogId)]))
    .where(seesDogOf(dogId, otherDogOf(dogId)))
    .$if(matchId !== undefined, query => query.where('match_id', '=', matchId ?? ''))
    .executeTakeFirst()
}

interface Page extends ListQuery {
  now: Date
  limit: number
}

/** A page of playdates of `dogId`: upcoming ones by time, past ones newest first. */
async function rowsOf(
  db: Db,
  dogId: string,
  { now, matchId, limit, cursor, isPast }: Page & { matchId?: string | undefined; isPast: boolean },
): Promise<PlaydateRow[] | 'no cursor'> {
  const after = cursor === undefined ? null : await positionOf(db, dogId, cursor, matchId)
  if (after === undefined) return 'no cursor'
  const direction = isPast ? 'desc' : 'asc'
  const follows = sql.raw(isPast ? '<' : '>')
  const page = (column: 'match_id' | 'proposer_dog_id' | 'invited_dog_id', id: string) =>
    db
      .selectFrom('playdates')
      .select(playdateColumns)
      .where(column, '=', id)
      .where('when_ts', isPast ? '<' : '>=', now)
      .where(seesDogOf(dogId, otherDogOf(dogId)))
      .$if(after !== null, query =>
        query.where(sql<boolean>`(when_ts, id) ${follows} (${after?.when_ts}::timestamptz, ${after?.id}::uuid)`),
      )
      .orderBy('when_ts', direction)
      .orderBy('id', direction)
      .limit(limit)
  // Reads a page for each role of the dog, so that neither index is read completely.
  const found =
    matchId !== undefined
      ? page('match_id', matchId)
      : db
          .selectFrom(page('proposer_dog_id', dogId).as('proposed'))
          .selectAll()
          .unionAll(db.selectFrom(page('invited_dog_id', dogId).as('invited')).selectAll())
          .orderBy('when_ts', direction)
          .orderBy('id', direction)
          .limit(limit)
  return found.execute()
}

/**
 * A page of upcoming playdates of `dogId`, in all its matches or in one of them, by time.
 * @returns 'no match' if it has no such match, 'no cursor' if the cursor is unknown.
 */
export async function listPlaydates(
  db: Db,
  dogId: string,
  { matchId, ...page }: Page & { matchId?: string | undefined },
): Promise<Playdate[] | 'no match' | 'no cursor'> {
  if (matchId !== undefined && !(await hasMatch(db, dogId, matchId))) return 'no match'
  const rows = await rowsOf(db, dogId, { ...page, matchId, isPast: false })
  return rows === 'no cursor' ? rows : rows.map(row => toPlaydate(row, page.now))
}

/** A page of past playdates of `dogId`, newest first, each with the feedback of this side. */
export async function listPastPlaydates(db: Db, dogId: string, page: Page): Promise<PastPlaydate[] | 'no cursor'> {
  const rows = await rowsOf(db, dogId, { ...page, isPast: true })
  if (rows === 'no cursor') return rows
  const ids = rows.map(({ id }) => id)
  const recaps = await db
    .selectFrom('playdate_recaps')
    .innerJoin('playdates', 'playdates.id', 'playdate_recaps.playdate_id')
    .select(['playdate_id', 'met', 'again', 'again_at'])
    .where('dog_id', '=', dogId)
    .where(sql<boolean>`playdate_id = ANY (${ids}::uuid[])`)
    .execute()
  return rows.map(row => {
    const recap = recaps.find(one => one.playdate_id === row.id)
    return {
      ...toPlaydate(row, page.now),
      recap: recap ? { met: recap.met, again: recap.again, bothAgain: recap.again_at !== null } : null,
    }
  })
}

/** The number of overlapping playdates that are returned. */
const OVERLAPS_MAX = 10

/** Proposed and agreed playdates of `dogId`, except `exceptId`, that would overlap with one at `when`. */
export async function overlappingPlaydates(
  db: Db,
  dogId: string,
  { when, exceptId, now }: { when: Date; exceptId?: string | undefined; now: Date },
): Promise<Playdate[]> {
  const side = (column: 'proposer_dog_id' | 'invited_dog_id') =>
    db
      .selectFrom('playdates')
      .select(playdateColumns)
      .where(column, '=', dogId)
      .where('when_ts', '>', new Date(when.getTime() - PLAYDATE_MS))
      .where('when_ts', '<', new Date(when.getTime() + PLAYDATE_MS))
      .where('status', 'in', ['proposed', 'accepted'])
      .where(seesDogOf(dogId, otherDogOf(dogId)))
      .$if(exceptId !== undefined && isId(exceptId), query => query.where('id', '!=', exceptId ?? ''))
      .orderBy('when_ts')
      .limit(OVERLAPS_MAX)
  const rows = await db
    .selectFrom(side('proposer_dog_id').as('proposed'))
    .selectAll()
    .unionAll(db.selectFrom(side('invited_dog_id').as('invited')).selectAll())
    .orderBy('when_ts')
    .limit(OVERLAPS_MAX)
    .execute()
  return rows.map(row => toPlaydate(row, now))
}

async function hasMatch(db: Db, dogId: string, matchId: string): Promise<boolean> {
  if (!isId(matchId)) return false
  const match = await db
    .selectFrom('match_dogs')
    .select('match_id')
    .where('match_id', '=', matchId)
    .where('dog_id', '=', dogId)
    .where(seesDogOf(dogId, sql.ref('match_dogs.other_dog_id')))
    .executeTakeFirst()
  return match !== undefined
}

/** The number of future proposals that `dogId` has not answered. */
export async function countPending(db: Db, dogId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('playdates')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('invited_dog_id', '=', dogId)
    .where('status', '=', sql.lit('proposed'))
    .where('when_ts', '>=', now)
    .where(seesDogOf(dogId, sql.ref('playdates.proposer_dog_id')))
    .executeTakeFirstOrThrow()
  return count
}

/** The users who own any of these dogs. */
export async function ownersOf(db: Db | Trx, dogIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('dogs')
    .select('user_id')
    .distinct()
    .where('id', 'in', dogIds)
    .where('user_id', 'is not', null)
    .execute()
  return rows.map(row => row.user_id).filter(id => id !== null)
}
