import type { Walk } from '@barkyard/domain/schemas/walk'
import type { DogViewer } from '@barkyard/domain/visibility'
import { closedWalk, type WalkDogs } from '@barkyard/domain/walk-moves'
import { sql } from 'kysely'
import type { Trx } from '../../open.ts'
import { lockPair, sees } from '../blocks/visibility.ts'
import { exists } from '../rows.ts'
import { findWalk, seenWalks, walkShape } from './walks.ts'

/** What the others on a walk are notified of. */
export type WalkAction = 'walk-joined' | 'walk-left' | 'walk-changed' | 'walk-cancelled' | 'walk-late' | 'walk-here'

export interface WalkChange {
  /** As the dog that made the change sees it. */
  walk: Walk
  /** null: nothing has changed. */
  action: WalkAction | null
  byDogId: string
  /** The dogs that got places which became free. */
  promoted?: Promoted[]
}

/** A dog that waited for a place and got one. */
export interface Promoted {
  dogId: string
  userId: string
}

/** The walk that a write is about, and the revision that the caller had read, if they sent it. */
export interface WalkTarget {
  id: string
  revision?: number | undefined
}

/**
 * Locks a walk that the viewer's dog sees, so that of two joins for its last place the second sees the first. Both dogs are locked
 * before it, so a block comes either before or after the change.
 */
export async function lockWalk(trx: Trx, viewer: DogViewer, { id, revision }: WalkTarget) {
  const found = await seenWalks(trx, viewer).where('walks.id', '=', id).executeTakeFirst()
  if (!found) return 'walk-not-found'
  const pairState = await lockPair(trx, viewer.dogId, found.host_dog_id)
  if (pairState === 'dog-hidden') return 'dog-hidden'
  if (typeof pairState === 'string') return 'walk-not-found'
  const row = await seenWalks(trx, viewer).where('walks.id', '=', id).forNoKeyUpdate('walks').executeTakeFirst()
  if (!row) return 'walk-not-found'
  return revision !== undefined && revision !== row.revision ? 'stale-revision' : row
}

export async function changed(
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

export const isOnWalk = (trx: Trx, id: string, viewer: DogViewer): Promise<boolean> =>
  exists(trx.selectFrom('walk_dogs').where('walk_id', '=', id).where('dog_id', '=', viewer.dogId))

/** The dogs on a walk: all of them, and those that the viewer's dog sees. */
export async function countDogs(trx: Trx, id: string, viewer: DogViewer): Promise<WalkDogs> {
  const { rows } = await sql<WalkDogs>`
    SELECT count(*)::int AS all, (count(*) FILTER (WHERE dogs.user_id IS NOT NULL AND ${sees(viewer)}))::int AS seen
    FROM walk_dogs JOIN dogs ON dogs.id = walk_dogs.dog_id WHERE walk_dogs.walk_id = ${id}::uuid`.execute(trx)
  return rows[0] ?? { all: 0, seen: 0 }
}

/** Locks a walk that the viewer's dog hosts and that can still change. */
export async function lockOwnWalk(trx: Trx, viewer: DogViewer, target: WalkTarget, now: Date) {
  const row = await lockWalk(trx, viewer, target)
  if (typeof row === 'string') return row
  if (row.host_dog_id !== viewer.dogId) return 'not-host'
  return closedWalk(walkShape.of(row), now) ?? row
}
