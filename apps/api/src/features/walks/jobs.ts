import type { Trx } from '@barkyard/db/open'
import type { NearPosition } from '@barkyard/db/queries/location/around'
import { tellOfWalk } from '@barkyard/db/queries/notifications/notify-near-walks'
import { notifyOfNextWalk, notifyOfPlace } from '@barkyard/db/queries/notifications/notify-walks'
import { makeNextWalk } from '@barkyard/db/queries/walks/changes'
import { fillWalk } from '@barkyard/db/queries/walks/join'
import type { Promoted } from '@barkyard/db/queries/walks/lock'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { type JobKind, writeJob } from '../../platform/jobs/runner.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import type { Effects } from '../../platform/write.ts'
import { notified } from '../notifications/index.ts'

interface WalkJob {
  walkId: string
}

/** Tells everybody whom it concerns that dogs that waited have got places. */
export async function placesGiven(
  trx: Trx,
  effects: Effects,
  walkId: string,
  promoted: readonly Promoted[],
  now: Date,
): Promise<void> {
  for (const one of promoted) {
    const { ownDogs, dogIds, notified: userIds } = await notifyOfPlace(trx, walkId, one, now)
    effects.event(eventFor(Object.keys(ownDogs), { type: 'walk', walkId }, { dogIds, ownDogs }))
    notified(effects, userIds)
  }
}

/** A place of a walk may be free. A trigger puts it when a dog is taken off a walk, or hidden. */
const FILL_WALK: JobKind<WalkJob> = { name: 'fill-walk' }

export const fillWalkHandler = writeJob(FILL_WALK, async (trx, effects, { walkId }, now) =>
  placesGiven(trx, effects, walkId, await fillWalk(trx, walkId, now), now),
)

const NEXT_WALK: JobKind<WalkJob> = { name: 'next-walk' }

/** Plans that the walk after this one is made when it begins, which a change of its time plans anew. */
export function nextWalkAt(
  effects: Effects,
  { id, repeats, revision, whenTs }: Pick<Walk, 'id' | 'repeats' | 'revision' | 'whenTs'>,
): void {
  if (repeats) effects.job(NEXT_WALK, { walkId: id }, { key: `${id} ${revision}`, dueAt: new Date(whenTs) })
}

/** Makes the next one of a weekly walk, and tells those who had joined the last. */
export const nextWalkHandler = writeJob(NEXT_WALK, async (trx, effects, { walkId }, now) => {
  const next = await makeNextWalk(trx, walkId, now)
  if (!next) return
  nextWalkAt(effects, {
    ...next,
    repeats: next.repeats ? 'weekly' : null,
    revision: 1,
    whenTs: next.when.toISOString(),
  })
  notified(effects, await notifyOfNextWalk(trx, next, now))
  const { userId, dogId } = next.host
  const audience = { dogIds: [dogId], ownDogs: { [userId]: dogId } }
  effects.event(eventFor([userId], { type: 'walk', walkId: next.id }, audience))
})

/** A walk is new: owners nearby are told, in pieces. `after`: up to where they were. */
export const TELL_OF_WALK: JobKind<WalkJob & { after: NearPosition | null }> = { name: 'tell-of-walk' }

/** Tells of a walk. Each job puts the next one. */
export const tellOfWalkHandler = writeJob(TELL_OF_WALK, async (trx, effects, { walkId, after }, now) => {
  const { userIds, next } = await tellOfWalk(trx, walkId, after, now)
  notified(effects, userIds)
  if (next) effects.job(TELL_OF_WALK, { walkId, after: next }, { key: `${walkId} ${next.cell} ${next.userId}` })
})
