import type { PlanPark } from '@barkyard/domain/parks'
import { OPEN_PROPOSALS_MAX } from '@barkyard/domain/playdate'
import { isGoingOn, isNameShown, type PlaydateAction, type PlaydateTerms } from '@barkyard/domain/playdate-moves'
import type { NewPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import type { DogViewer } from '@barkyard/domain/visibility'
import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../open.ts'
import type { Database } from '../../schema.ts'
import { lockPair, ownMatch } from '../blocks/visibility.ts'
import { newId } from '../ids.ts'
import { planParkColumns, planParkOf, storedTerms, toPlanParkRow } from '../parks/plan-park.ts'
import { countOf } from '../rows.ts'
import { shapeOf } from '../shape.ts'

/** What the API and the rules of moves read alike. */
export const playdateShape = shapeOf(
  'playdates',
  ...(['id', 'match_id', 'when_ts', 'notes', 'status', 'proposer_dog_id', 'revision', 'signals'] as const),
  ...(['cancelled_at', 'cancel_reason', 'cancelled_by_dog_id'] as const),
)
export const playdateColumns = [
  ...playdateShape.columns,
  'playdates.invited_dog_id',
  ...planParkColumns('playdates'),
  'playdates.changes',
  'playdates.was',
] as const

export type PlaydateRow = Omit<
  Selectable<Database['playdates']>,
  'created_at' | 'updated_at' | 'agreed_at' | 'again_at' | 'urgent' | 'notes_by_dog_id'
>

/**
 * Converts a row to a playdate as one side sees it.
 * @param otherName the first name of the other side's owner; null if that owner keeps it back.
 */
export function toPlaydate(row: PlaydateRow, now: Date, otherName: string | null): Playdate {
  const { place, ...park } = planParkOf(row)
  const shown = playdateShape.of(row)
  return {
    ...shown,
    ...park,
    lat: String(place.lat),
    lng: String(place.lng),
    started: isGoingOn(shown, now),
    changes: row.changes && { ...toTerms(row.changes), byDogId: row.changes.byDogId },
    was: row.was && toTerms(row.was),
    // Signals from before phrases existed have no field for them.
    signals: row.signals.map(signal => ({ ...signal, phrase: signal.phrase ?? null })),
    with: otherName !== null && isNameShown(shown, now) ? { firstName: otherName } : null,
  }
}

/** Terms as the API shows them. */
function toTerms(terms: PlaydateTerms): NonNullable<Playdate['was']> {
  const { whenTs, parkName, parkId, timeZone, notes } = storedTerms(terms)
  return { whenTs, parkName, parkId, timeZone, notes }
}

export interface PlaydateSide {
  dogId: string
  dogName: string
  /** null: nobody owns the dog. */
  userId: string | null
  /** The first name of its owner; null if nobody owns it, or its owner keeps it back. */
  firstName: string | null
}

/** A change by one side of a playdate, and the users concerned. */
export interface PlaydateChange {
  /** The playdate after the change, as the side that made it sees it, and as the other side does. */
  playdate: Playdate
  theirs: Playdate
  /** The action that the other side is notified of; null: no notification, only their open pages are updated. */
  action: PlaydateAction | null
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
  const dogs = await trx
    .selectFrom('dogs')
    .leftJoin('users', 'users.id', 'dogs.user_id')
    .leftJoin('preferences', 'preferences.user_id', 'dogs.user_id')
    .select(['dogs.id', 'dogs.name', 'dogs.user_id', 'users.first_name', 'preferences.show_first_name'])
    .where('dogs.id', 'in', dogIds)
    .execute()
  const side = (dogId: string): PlaydateSide => {
    const dog = dogs.find(({ id }) => id === dogId)
    const firstName = dog?.show_first_name === false ? null : dog?.first_name || null
    return { dogId, dogName: dog?.name ?? '', userId: dog?.user_id ?? null, firstName }
  }
  return { by: side(byDogId), to: side(dogIds.find(id => id !== byDogId) ?? byDogId) }
}

/** A playdate as each of its sides sees it. Somebody who owns both dogs reads no name. */
export function forBothSides(
  row: PlaydateRow,
  now: Date,
  { by, to }: Pick<PlaydateChange, 'by' | 'to'>,
): Pick<PlaydateChange, 'playdate' | 'theirs'> {
  const isSame = by.userId === to.userId
  return {
    playdate: toPlaydate(row, now, isSame ? null : to.firstName),
    theirs: toPlaydate(row, now, isSame ? null : by.firstName),
  }
}

export const otherDogOf = (dogId: string) =>
  sql<string>`CASE WHEN playdates.proposer_dog_id = ${dogId}::uuid THEN playdates.invited_dog_id ELSE playdates.proposer_dog_id END`

/**
 * Proposes a playdate in a match of the viewer's dog. A match can have OPEN_PROPOSALS_MAX open proposals. Its row is locked while
 * they are counted.
 */
export async function createPlaydate(
  trx: Trx,
  viewer: DogViewer,
  playdate: Pick<NewPlaydate, 'matchId' | 'whenTs' | 'notes'> & PlanPark,
  now: Date,
): Promise<PlaydateChange | 'match-not-found' | 'proposals-full' | 'dog-hidden'> {
  const { dogId } = viewer
  const pair = await ownMatch(trx, viewer, playdate.matchId).select('other_dog_id').executeTakeFirst()
  if (!pair) return 'match-not-found'
  const pairState = await lockPair(trx, dogId, pair.other_dog_id)
  if (typeof pairState === 'string') return pairState === 'dog-hidden' ? pairState : 'match-not-found'
  const match = await trx
    .selectFrom('matches')
    .innerJoin('match_dogs', 'match_dogs.match_id', 'matches.id')
    .select(['match_id', 'dog_id', 'other_dog_id'])
    .where('matches.id', '=', playdate.matchId)
    .where('match_dogs.dog_id', '=', dogId)
    .forNoKeyUpdate('matches')
    .executeTakeFirst()
  if (!match) return 'match-not-found'
  const open = await countOf(
    trx
      .selectFrom('playdates')
      .where('match_id', '=', match.match_id)
      .where('status', '=', sql.lit('proposed'))
      .where('when_ts', '>=', now),
  )
  if (open >= OPEN_PROPOSALS_MAX) return 'proposals-full'
  const row = await trx
    .insertInto('playdates')
    .values({
      id: newId(),
      match_id: match.match_id,
      proposer_dog_id: match.dog_id,
      invited_dog_id: match.other_dog_id,
      when_ts: new Date(playdate.whenTs),
      ...toPlanParkRow(playdate),
      notes: playdate.notes ?? '',
      notes_by_dog_id: match.dog_id,
      created_at: now,
      updated_at: now,
    })
    .returning(playdateColumns)
    .executeTakeFirstOrThrow()
  const sides = await sidesOf(trx, row, dogId)
  return { ...forBothSides(row, now, sides), action: { kind: 'proposed' }, ...sides }
}
