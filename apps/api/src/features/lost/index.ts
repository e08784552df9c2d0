import type { Trx } from '@barkyard/db/open'
import type { NearPosition } from '@barkyard/db/queries/location/around'
import { lostByClock } from '@barkyard/db/queries/lost/change-lost'
import { tellAgain, tellNear } from '@barkyard/db/queries/lost/tell'
import { notifyUser } from '@barkyard/db/queries/notify'
import type { SightingState } from '@barkyard/domain/lost'
import { type JobKind, writeJob } from '../../platform/jobs/runner.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import type { Effects } from '../../platform/write.ts'
import { nameOfPlace } from '../location/index.ts'
import { notified } from '../notifications/index.ts'

interface LostCase {
  lostId: string
  userId: string
  dogId: string
}

/** Owners near a case are told, in pieces. `after`: up to where they were. */
const TELL_NEAR: JobKind<{ lostId: string; lat: number; lng: number; after: NearPosition | null }> = {
  name: 'tell-of-lost',
}
/** Who was told of a case is told that it has changed or is over, in pieces. */
export const TELL_AGAIN: JobKind<{ lostId: string; after: string | null }> = { name: 'tell-of-lost-again' }

const tellOwner = (effects: Effects, { lostId, userId, dogId }: LostCase) =>
  effects.event(eventFor([userId], { type: 'lost', lostId }, { ownDogs: { [userId]: dogId } }))

/** A case is open now, or reaches further: owners within its reach are told, once each. */
export function tellOfLost(effects: Effects, one: LostCase & { lat: number; lng: number; reach: number }): void {
  tellOwner(effects, one)
  const { lostId, lat, lng, reach } = one
  effects.job(TELL_NEAR, { lostId, lat, lng, after: null }, { key: `${lostId} ${reach}` })
}

export function tellOfLostAgain(effects: Effects, one: LostCase): void {
  tellOwner(effects, one)
  effects.job(TELL_AGAIN, { lostId: one.lostId, after: null }, { key: one.lostId })
}

/** Each job tells one piece and puts the next one, behind whatever else is due by then. */
export const tellOfLostHandler = writeJob(TELL_NEAR, async (trx, effects, { lostId, lat, lng, after }, now) => {
  const { userIds, next } = await tellNear(trx, lostId, { after, place: nameOfPlace({ lat, lng }), now })
  effects.event(eventFor(userIds, { type: 'lost', lostId }))
  notified(effects, userIds)
  if (next) effects.job(TELL_NEAR, { lostId, lat, lng, after: next }, { key: `${lostId} ${next.cell} ${next.userId}` })
})

export const tellAgainHandler = writeJob(TELL_AGAIN, async (trx, effects, { lostId, after }, now) => {
  const { userIds, notifiedIds, next } = await tellAgain(trx, lostId, { after, now })
  effects.event(eventFor(userIds, { type: 'lost', lostId }))
  notified(effects, notifiedIds)
  if (next) effects.job(TELL_AGAIN, { lostId, after: next }, { key: `${lostId} ${next}` })
})

/** What the clock alone causes: cases end, and owners are warned before. @param dogId only of this dog. */
export async function endLost(trx: Trx, effects: Effects, now: Date, dogId?: string): Promise<void> {
  const { ended, notifiedIds } = await lostByClock(trx, now, dogId)
  for (const one of ended) tellOfLostAgain(effects, one)
  notified(effects, notifiedIds)
}

interface Told {
  lostId: string
  dogId: string
  ownerId: string
  state: SightingState
  /** Whether it is pushed and mailed; the rest stand in the list. */
  isTold: boolean
}

/** Somebody saw a lost dog: its owner is told at once, also in quiet hours. */
export async function sightingTold(
  trx: Trx,
  effects: Effects,
  { lostId, dogId, ownerId, state, isTold }: Told,
  now: Date,
): Promise<void> {
  const about = { event: 'sighting', details: { lostId, state }, userId: ownerId, dogId } as const
  const told = { ...about, isUrgent: true, isPushed: isTold, isMailed: isTold }
  notified(effects, await notifyUser(trx, told, now))
  effects.event(eventFor([ownerId], { type: 'sighting', lostId }, { ownDogs: { [ownerId]: dogId } }))
}
