import type { PlanPark } from '@barkyard/domain/parks'
import type { LateMinutes } from '@barkyard/domain/playdate'
import type { ParkOfPlan } from '@barkyard/domain/schemas/park'
import type { NewWalk, WalkChanges } from '@barkyard/domain/schemas/walk'
import type { DogViewer } from '@barkyard/domain/visibility'
import { WALKS_PER_OWNER } from '@barkyard/domain/walk'
import { type WalkRefusal, walkSignalRefusal } from '@barkyard/domain/walk-moves'
import { sql } from 'kysely'
import type { Trx } from '../../transaction.ts'
import { newId } from '../ids.ts'
import { planParkOf, toPlanParkRow } from '../parks/plan-park.ts'
import { changed, isOnWalk, lockOwnWalk, lockWalk, stateOf, type WalkChange, type WalkTarget } from './lock.ts'
import { hostedBy, startSeries } from './series.ts'

/** Hosts a walk. The owner's row is locked, so that their walks to come are counted one after the other. */
export async function hostWalk(
  trx: Trx,
  viewer: DogViewer,
  { whenTs, park, title, kind, sizes = [], maxDogs, repeats }: Omit<NewWalk, keyof ParkOfPlan> & { park: PlanPark },
  now: Date,
): Promise<WalkChange | WalkRefusal | 'dog-not-found'> {
  const { rows } = await sql<{ unseen: boolean }>`
    SELECT dogs.unseen FROM users JOIN dogs ON dogs.user_id = users.id
    WHERE dogs.id = ${viewer.dogId}::uuid AND users.id = (SELECT user_id FROM dogs WHERE id = ${viewer.dogId}::uuid)
    FOR NO KEY UPDATE OF users FOR SHARE OF dogs`.execute(trx)
  const own = rows[0]
  if (!own) return 'dog-not-found'
  if (own.unseen) return 'dog-hidden'
  if ((await hostedBy(trx, viewer, now)) >= WALKS_PER_OWNER) return 'walks-full'
  const id = newId()
  const plan = { host_dog_id: viewer.dogId, ...toPlanParkRow(park) }
  const seriesId = repeats ? await startSeries(trx, { ...plan, first_ts: new Date(whenTs), last_walk_id: id }) : null
  await trx
    .insertInto('walks')
    .values({
      id,
      ...plan,
      when_ts: new Date(whenTs),
      title,
      ...(kind && { kind }),
      sizes,
      max_dogs: maxDogs,
      created_at: now,
      changed_at: now,
      series_id: seriesId,
    })
    .execute()
  await trx.insertInto('walk_dogs').values({ walk_id: id, dog_id: viewer.dogId, joined_at: now }).execute()
  return changed(trx, viewer, id, null, now)
}

/** Changes the time or the park. Everybody stays on the walk; what was said about the former time and park is forgotten. */
export async function changeWalk(
  trx: Trx,
  viewer: DogViewer,
  { whenTs, park, ...target }: Pick<WalkChanges, 'whenTs'> & { park: PlanPark | null } & WalkTarget,
  now: Date,
): Promise<WalkChange | WalkRefusal> {
  const row = await lockOwnWalk(trx, viewer, target, now)
  if (typeof row === 'string') return row
  const former = planParkOf(row)
  const isElsewhere = park !== null && park.parkId !== former.parkId
  const when_ts = whenTs === undefined ? row.when_ts : new Date(whenTs)
  if (when_ts.getTime() === row.when_ts.getTime() && !isElsewhere) return changed(trx, viewer, row.id, null, now)
  await trx
    .updateTable('walks')
    .set({ when_ts, ...toPlanParkRow(isElsewhere ? park : former), changed_at: now, revision: row.revision + 1 })
    .where('id', '=', row.id)
    .execute()
  await trx
    .updateTable('walk_dogs')
    .set({ late_minutes: null, late_at: null, here_at: null })
    .where('walk_id', '=', row.id)
    .execute()
  return changed(trx, viewer, row.id, 'walk-changed', now)
}

/** Calls a walk off, until it begins. */
export async function cancelWalk(
  trx: Trx,
  viewer: DogViewer,
  target: WalkTarget,
  now: Date,
): Promise<WalkChange | WalkRefusal> {
  const row = await lockOwnWalk(trx, viewer, target, now)
  if (typeof row === 'string') return row
  await trx
    .updateTable('walks')
    .set({ cancelled_at: now, revision: row.revision + 1 })
    .where('id', '=', row.id)
    .execute()
  return changed(trx, viewer, row.id, 'walk-cancelled', now)
}

/** Says around the start that a dog on the walk is late, by some minutes, or there (`minutes` null). Repeating it changes nothing. */
export async function signalWalk(
  trx: Trx,
  viewer: DogViewer,
  { minutes, ...target }: WalkTarget & { minutes: LateMinutes | null },
  now: Date,
): Promise<WalkChange | WalkRefusal> {
  const row = await lockWalk(trx, viewer, target)
  if (typeof row === 'string') return row
  if (!(await isOnWalk(trx, row.id, viewer))) return 'not-on-walk'
  const refusal = walkSignalRefusal(stateOf(row), now)
  if (refusal) return refusal
  const { numUpdatedRows } = await trx
    .updateTable('walk_dogs')
    .set(minutes === null ? { here_at: now } : { late_minutes: minutes, late_at: now })
    .where('walk_id', '=', row.id)
    .where('dog_id', '=', viewer.dogId)
    .$if(minutes === null, query => query.where('here_at', 'is', null))
    .$if(minutes !== null, query => query.where(sql<boolean>`late_minutes IS DISTINCT FROM ${minutes}`))
    .executeTakeFirst()
  const action = minutes === null ? 'walk-here' : 'walk-late'
  return changed(trx, viewer, row.id, numUpdatedRows > 0n ? action : null, now)
}
