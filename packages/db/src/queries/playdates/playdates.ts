import { parkByName } from '@barkyard/domain/parks'
import { OPEN_PROPOSALS_MAX } from '@barkyard/domain/playdate'
import { isGoingOn, type PlaydateDeed } from '@barkyard/domain/playdate-moves'
import type { NewPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
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
      .where(seesDogOf(dogId, sql.ref('match_dogs.other_dog_id')))
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
