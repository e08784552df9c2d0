import {
  afterMove,
  type PlaydateMove,
  type PlaydateRefusal,
  type PlaydateState,
  refusalOf,
} from '@barkyard/domain/playdate-moves'
import type { PlaydateRecap } from '@barkyard/domain/schemas/playdate'
import type { Db } from '../open.ts'
import { inTransaction, type Trx } from '../transaction.ts'
import { isId } from './ids.ts'
import { otherDogOf, type PlaydateChange, type PlaydateRow, playdateColumns, sidesOf, toPlaydate } from './playdates.ts'
import { lockPair, seesDogOf } from './visibility.ts'

/** The state that a write is based on: the time, and the revision that the caller had read, if they sent it. */
interface Read {
  now: Date
  revision?: number | undefined
}

type Refused = 'not found' | 'stale' | 'hidden' | PlaydateRefusal

/**
 * Locks a playdate of `dogId`, so that the second of two simultaneous moves sees the result of the first. Both dogs are
 * locked before it, so a block or an ended match comes either before or after the move.
 */
async function lockPlaydate(
  trx: Trx,
  dogId: string,
  id: string,
  revision: number | undefined,
): Promise<(PlaydateRow & { again_at: Date | null }) | 'not found' | 'stale' | 'hidden'> {
  if (!isId(id)) return 'not found'
  const pair = await trx
    .selectFrom('playdates')
    .select(otherDogOf(dogId).as('other'))
    .where('id', '=', id)
    .where(eb => eb.or([eb('proposer_dog_id', '=', dogId), eb('invited_dog_id', '=', dogId)]))
    .where(seesDogOf(dogId, otherDogOf(dogId)))
    .executeTakeFirst()
  if (!pair) return 'not found'
  const standing = await lockPair(trx, dogId, pair.other)
  if (typeof standing === 'string') return standing
  const row = await trx
    .selectFrom('playdates')
    .select([...playdateColumns, 'again_at'])
    .where('id', '=', id)
    .where(eb => eb.or([eb('proposer_dog_id', '=', dogId), eb('invited_dog_id', '=', dogId)]))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return 'not found'
  return revision !== undefined && revision !== row.revision ? 'stale' : row
}

const stateOf = (row: PlaydateRow): PlaydateState => ({
  ...{ whenTs: row.when_ts.toISOString(), parkName: row.park_name, notes: row.notes },
  ...{ status: row.status, proposerDogId: row.proposer_dog_id, revision: row.revision },
  ...{ changes: row.changes, signals: row.signals },
  ...{ cancelledAt: row.cancelled_at?.toISOString() ?? null, cancelReason: row.cancel_reason },
})

/** Makes a move of `dogId` in one of its playdates, by the rules of the domain. */
export async function movePlaydate(
  db: Db,
  dogId: string,
  id: string,
  move: PlaydateMove,
  { now, revision }: Read,
): Promise<PlaydateChange | Refused> {
  return inTransaction(db, async trx => {
    const row = await lockPlaydate(trx, dogId, id, revision)
    if (typeof row === 'string') return row
    const before = stateOf(row)
    const refusal = refusalOf(before, dogId, move, now)
    if (refusal) return refusal
    const { playdate: after, deed } = afterMove(before, dogId, move, now)
    const sides = await sidesOf(trx, row, dogId)
    if (after === before) return { playdate: toPlaydate(row, now), deed, ...sides }
    const dogIds = [row.proposer_dog_id, row.invited_dog_id]
    const isAgreed = deed?.kind === 'answered' && deed.accepted
    const moved = await trx
      .updateTable('playdates')
      .set({
        ...{ when_ts: new Date(after.whenTs), park_name: after.parkName, notes: after.notes },
        ...{ status: after.status, revision: after.revision },
        proposer_dog_id: after.proposerDogId,
        invited_dog_id: dogIds.find(one => one !== after.proposerDogId) ?? row.invited_dog_id,
        changes: after.changes && JSON.stringify(after.changes),
        signals: JSON.stringify(after.signals),
        cancelled_at: after.cancelledAt === null ? null : new Date(after.cancelledAt),
        cancel_reason: after.cancelReason,
        ...(isAgreed && { agreed_at: now }),
      })
      .where('id', '=', id)
      .returning(playdateColumns)
      .executeTakeFirstOrThrow()
    return { playdate: toPlaydate(moved, now), deed, ...sides }
  })
}

/**
 * Stores the feedback of `dogId` about a playdate that has begun. Later feedback replaces earlier feedback. When both
 * sides want to meet again, that becomes final and both are notified once, with the deed `again`.
 */
export async function recapPlaydate(
  db: Db,
  dogId: string,
  id: string,
  { met, again }: { met: boolean; again: boolean },
  { now, revision }: Read,
): Promise<(PlaydateChange & { recap: PlaydateRecap }) | Refused> {
  return inTransaction(db, async trx => {
    const row = await lockPlaydate(trx, dogId, id, revision)
    if (typeof row === 'string') return row
    const refusal = refusalOf(stateOf(row), dogId, { type: 'recap' }, now)
    if (refusal) return refusal
    const said = { met, again, at: now }
    await trx
      .insertInto('playdate_recaps')
      .values({ playdate_id: id, dog_id: dogId, ...said })
      .onConflict(conflict => conflict.columns(['playdate_id', 'dog_id']).doUpdateSet(said))
      .execute()
    const theirs = await trx
      .selectFrom('playdate_recaps')
      .select('again')
      .where('playdate_id', '=', id)
      .where('dog_id', '!=', dogId)
      .executeTakeFirst()
    const isNew = row.again_at === null && again && theirs?.again === true
    if (isNew) await trx.updateTable('playdates').set({ again_at: now }).where('id', '=', id).execute()
    return {
      playdate: toPlaydate(row, now),
      recap: { met, again, bothAgain: isNew || row.again_at !== null },
      deed: isNew ? { kind: 'again' } : null,
      isOwn: !isNew,
      ...(await sidesOf(trx, row, dogId)),
    }
  })
}
