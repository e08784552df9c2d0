import { afterMove, type PlaydateMove, type PlaydateState, refusalOf } from '@barkyard/domain/playdate-moves'
import type { DogViewer } from '@barkyard/domain/visibility'
import type { Trx } from '../../open.ts'
import { lockPair, seesDogOf } from '../blocks/visibility.ts'
import { planParkOf, storedTerms, toPlanParkRow } from '../parks/plan-park.ts'
import { forBothSides, otherDogOf, type PlaydateRow, playdateColumns, playdateShape, sidesOf } from './playdates.ts'

/** The state that a write is based on: the time, and the revision that the caller had read, if they sent it. */
interface Read {
  now: Date
  revision?: number | undefined
}

/**
 * Locks a playdate of the viewer's dog, so that the second of two simultaneous moves sees the result of the first. Both dogs are
 * locked before it, so a block or an ended match comes either before or after the move.
 */
async function lockPlaydate(trx: Trx, viewer: DogViewer, id: string, revision: number | undefined) {
  const { dogId } = viewer
  const pair = await trx
    .selectFrom('playdates')
    .select(otherDogOf(dogId).as('other'))
    .where('id', '=', id)
    .where(eb => eb.or([eb('proposer_dog_id', '=', dogId), eb('invited_dog_id', '=', dogId)]))
    .where(seesDogOf(viewer, otherDogOf(dogId)))
    .executeTakeFirst()
  if (!pair) return 'playdate-not-found'
  const pairState = await lockPair(trx, dogId, pair.other)
  if (typeof pairState === 'string') return pairState === 'dog-hidden' ? pairState : 'playdate-not-found'
  const row = await trx
    .selectFrom('playdates')
    .select([...playdateColumns, 'again_at', 'notes_by_dog_id'])
    .where('id', '=', id)
    .where(eb => eb.or([eb('proposer_dog_id', '=', dogId), eb('invited_dog_id', '=', dogId)]))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return 'playdate-not-found'
  return revision !== undefined && revision !== row.revision ? 'stale-revision' : row
}

const stateOf = (row: PlaydateRow): PlaydateState => ({
  ...playdateShape.of(row),
  ...planParkOf(row),
  changes: row.changes && storedTerms(row.changes),
  was: row.was && storedTerms(row.was),
})

export async function movePlaydate(
  trx: Trx,
  viewer: DogViewer,
  id: string,
  move: PlaydateMove,
  { now, revision }: Read,
) {
  const { dogId } = viewer
  const row = await lockPlaydate(trx, viewer, id, revision)
  if (typeof row === 'string') return row
  const before = stateOf(row)
  const refusal = refusalOf(before, dogId, move, now)
  if (refusal) return refusal
  const { playdate: after, action } = afterMove(before, dogId, move, now)
  const sides = await sidesOf(trx, row, dogId)
  if (after === before) return { ...forBothSides(row, now, sides), action, ...sides }
  const dogIds = [row.proposer_dog_id, row.invited_dog_id]
  // Terms that are accepted were written by the side that asked for them.
  const notesBy = move.type === 'answer-change' ? (row.changes?.byDogId ?? dogId) : dogId
  const isAgreed = action?.kind === 'answered' && action.accepted
  const moved = await trx
    .updateTable('playdates')
    .set({
      when_ts: new Date(after.whenTs),
      ...toPlanParkRow(after),
      notes: after.notes,
      notes_by_dog_id: after.notes === row.notes ? (row.notes_by_dog_id ?? row.proposer_dog_id) : notesBy,
      status: after.status,
      revision: after.revision,
      proposer_dog_id: after.proposerDogId,
      invited_dog_id: dogIds.find(one => one !== after.proposerDogId) ?? row.invited_dog_id,
      changes: after.changes && JSON.stringify(after.changes),
      signals: JSON.stringify(after.signals),
      cancelled_at: after.cancelledAt === null ? null : new Date(after.cancelledAt),
      cancel_reason: after.cancelReason,
      cancelled_by_dog_id: after.cancelledByDogId,
      was: after.was && JSON.stringify(after.was),
      updated_at: now,
      ...(isAgreed && { agreed_at: now }),
    })
    .where('id', '=', id)
    .returning(playdateColumns)
    .executeTakeFirstOrThrow()
  return { ...forBothSides(moved, now, sides), action, ...sides }
}

/**
 * Stores the feedback of `dogId` about a playdate that has begun. Later feedback replaces earlier feedback. When both
 * sides want to meet again, that becomes final and both are notified once, with the action `again`.
 */
export async function recapPlaydate(
  trx: Trx,
  viewer: DogViewer,
  id: string,
  { met, again }: { met: boolean; again: boolean },
  { now, revision }: Read,
) {
  const { dogId } = viewer
  const row = await lockPlaydate(trx, viewer, id, revision)
  if (typeof row === 'string') return row
  const refusal = refusalOf(stateOf(row), dogId, { type: 'recap' }, now)
  if (refusal) return refusal
  const values = { met, again, at: now }
  await trx
    .insertInto('playdate_recaps')
    .values({ playdate_id: id, dog_id: dogId, ...values })
    .onConflict(conflict => conflict.columns(['playdate_id', 'dog_id']).doUpdateSet(values))
    .execute()
  const theirs = await trx
    .selectFrom('playdate_recaps')
    .select('again')
    .where('playdate_id', '=', id)
    .where('dog_id', '!=', dogId)
    .executeTakeFirst()
  const isNew = row.again_at === null && again && theirs?.again === true
  if (isNew) await trx.updateTable('playdates').set({ again_at: now }).where('id', '=', id).execute()
  const sides = await sidesOf(trx, row, dogId)
  return {
    ...forBothSides(row, now, sides),
    recap: { met, again, bothAgain: isNew || row.again_at !== null },
    action: isNew ? { kind: 'again' as const } : null,
    isOwn: !isNew,
    ...sides,
  }
}
