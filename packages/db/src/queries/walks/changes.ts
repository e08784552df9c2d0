import type { PlanPark } from '@barkyard/domain/parks'
import type { LateMinutes } from '@barkyard/domain/playdate'
import type { NewWalk, Walk, WalkChanges } from '@barkyard/domain/schemas/walk'
import type { DogViewer } from '@barkyard/domain/visibility'
import { WALKS_PER_OWNER } from '@barkyard/domain/walk'
import {
  closedWalk,
  joinRefusal,
  type WalkDogs,
  type WalkRefusal,
  walkSignalRefusal,
} from '@barkyard/domain/walk-moves'
import { sql } from 'kysely'
import type { Trx } from '../../transaction.ts'
import { lockPair, sees } from '../blocks/visibility.ts'
import { isId, newId } from '../ids.ts'
import { planParkOf, toPlanParkRow } from '../parks/plan-park.ts'
import { findWalk, seenWalks, type WalkRow } from './walks.ts'

/** What the others on a walk are notified of. */
export type WalkAction = 'walk-joined' | 'walk-left' | 'walk-changed' | 'walk-cancelled' | 'walk-late' | 'walk-here'

/** A walk after a change. */
export interface WalkChange {
  /** As the dog that made the change sees it. */
  walk: Walk
  /** null: nothing has changed. */
  action: WalkAction | null
  byDogId: string
}

/** The walk that a write is about, and the revision that the caller had read, if they sent it. */
interface WalkTarget {
  id: string
  revision?: number | undefined
}

/** Hosts a walk. The owner's row is locked, so that their walks to come are counted one after the other. */
export async function hostWalk(
  trx: Trx,
  viewer: DogViewer,
  {
    whenTs,
    park,
    title,
    sizes = [],
    maxDogs,
  }: Pick<NewWalk, 'whenTs' | 'title' | 'sizes' | 'maxDogs'> & { park: PlanPark },
  now: Date,
): Promise<WalkChange | WalkRefusal | 'dog-not-found'> {
  const { rows } = await sql<{ unseen: boolean }>`
    SELECT dogs.unseen FROM users JOIN dogs ON dogs.user_id = users.id
    WHERE dogs.id = ${viewer.dogId}::uuid AND users.id = (SELECT user_id FROM dogs WHERE id = ${viewer.dogId}::uuid)
    FOR NO KEY UPDATE OF users FOR SHARE OF dogs`.execute(trx)
  const own = rows[0]
  if (!own) return 'dog-not-found'
  if (own.unseen) return 'dog-hidden'
  const { hosted } = await trx
    .selectFrom('walks')
    .innerJoin('dogs as host', 'host.id', 'walks.host_dog_id')
    .select(eb => eb.fn.countAll<number>().as('hosted'))
    .where('host.user_id', '=', eb => eb.selectFrom('dogs').select('user_id').where('id', '=', viewer.dogId))
    .where('walks.when_ts', '>=', now)
    .where('walks.cancelled_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (hosted >= WALKS_PER_OWNER) return 'walks-full'
  const id = newId()
  await trx
    .insertInto('walks')
    .values({
      id,
      host_dog_id: viewer.dogId,
      when_ts: new Date(whenTs),
      ...toPlanParkRow(park),
      title,
      sizes,
      max_dogs: maxDogs,
      created_at: now,
      changed_at: now,
    })
    .execute()
  await trx.insertInto('walk_dogs').values({ walk_id: id, dog_id: viewer.dogId, joined_at: now }).execute()
  return changed(trx, viewer, id, null, now)
}

/**
 * Locks a walk that the viewer's dog sees, so that of two joins for its last place the second sees the first. Both dogs are locked
 * before it, so a block comes either before or after the change.
 */
async function lockWalk(trx: Trx, viewer: DogViewer, { id, revision }: WalkTarget): Promise<WalkRow | WalkRefusal> {
  if (!isId(id)) return 'walk-not-found'
  const found = await seenWalks(trx, viewer).where('walks.id', '=', id).executeTakeFirst()
  if (!found) return 'walk-not-found'
  const pairState = await lockPair(trx, viewer.dogId, found.host_dog_id)
  if (pairState === 'dog-hidden') return 'dog-hidden'
  if (typeof pairState === 'string') return 'walk-not-found'
  const row = await seenWalks(trx, viewer).where('walks.id', '=', id).forNoKeyUpdate('walks').executeTakeFirst()
  if (!row) return 'walk-not-found'
  return revision !== undefined && revision !== row.revision ? 'stale-revision' : row
}

async function changed(
  trx: Trx,
  viewer: DogViewer,
  id: string,
  action: WalkAction | null,
  now: Date,
): Promise<WalkChange> {
  const walk = await findWalk(trx, viewer, id, now)
  if (!walk) throw new Error('a walk is not found right after it was changed')
  return { walk, action, byDogId: viewer.dogId }
}

const stateOf = (row: WalkRow) => ({
  whenTs: row.when_ts.toISOString(),
  sizes: row.sizes,
  maxDogs: row.max_dogs,
  cancelledAt: row.cancelled_at?.toISOString() ?? null,
})

/** Whether a dog is on a walk. */
async function isOnWalk(trx: Trx, id: string, viewer: DogViewer): Promise<boolean> {
  const row = await trx
    .selectFrom('walk_dogs')
    .select('dog_id')
    .where('walk_id', '=', id)
    .where('dog_id', '=', viewer.dogId)
    .executeTakeFirst()
  return row !== undefined
}

/** The dogs on a walk: all of them, and those that the viewer's dog sees. */
async function countDogs(trx: Trx, id: string, viewer: DogViewer): Promise<WalkDogs> {
  const { rows } = await sql<WalkDogs>`
    SELECT count(*)::int AS all, (count(*) FILTER (WHERE dogs.user_id IS NOT NULL AND ${sees(viewer)}))::int AS seen
    FROM walk_dogs JOIN dogs ON dogs.id = walk_dogs.dog_id WHERE walk_dogs.walk_id = ${id}::uuid`.execute(trx)
  return rows[0] ?? { all: 0, seen: 0 }
}

/** Joins a walk. A dog that is on it already stays on it. */
export async function joinWalk(
  trx: Trx,
  viewer: DogViewer,
  target: WalkTarget,
  now: Date,
): Promise<WalkChange | WalkRefusal> {
  const row = await lockWalk(trx, viewer, target)
  if (typeof row === 'string') return row
  if (await isOnWalk(trx, row.id, viewer)) return changed(trx, viewer, row.id, null, now)
  const { size } = await trx.selectFrom('dogs').select('size').where('id', '=', viewer.dogId).executeTakeFirstOrThrow()
  const refusal = joinRefusal(stateOf(row), size, await countDogs(trx, row.id, viewer), now)
  if (refusal) return refusal
  await trx.insertInto('walk_dogs').values({ walk_id: row.id, dog_id: viewer.dogId, joined_at: now }).execute()
  return changed(trx, viewer, row.id, 'walk-joined', now)
}

/** Leaves a walk, which the host cannot. A dog that is not on it changes nothing. */
export async function leaveWalk(
  trx: Trx,
  viewer: DogViewer,
  target: WalkTarget,
  now: Date,
): Promise<WalkChange | WalkRefusal> {
  const row = await lockWalk(trx, viewer, target)
  if (typeof row === 'string') return row
  if (row.host_dog_id === viewer.dogId) return 'host-stays'
  const { numDeletedRows } = await trx
    .deleteFrom('walk_dogs')
    .where('walk_id', '=', row.id)
    .where('dog_id', '=', viewer.dogId)
    .executeTakeFirst()
  // Nobody waits for a dog that leaves a walk that is over or called off.
  const isMissed = numDeletedRows > 0n && closedWalk(stateOf(row), now) === null
  return changed(trx, viewer, row.id, isMissed ? 'walk-left' : null, now)
}

/** Locks a walk that the viewer's dog hosts and that can still change. */
async function lockOwnWalk(trx: Trx, viewer: DogViewer, target: WalkTarget, now: Date): Promise<WalkRow | WalkRefusal> {
  const row = await lockWalk(trx, viewer, target)
  if (typeof row === 'string') return row
  if (row.host_dog_id !== viewer.dogId) return 'not-host'
  return closedWalk(stateOf(row), now) ?? row
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
