import type { Trx } from '@barkyard/db/open'
import { notifyUser } from '@barkyard/db/queries/notifications/notify'
import type { SightingState } from '@barkyard/domain/lost'
import { eventFor } from '../../platform/realtime/bus.ts'
import type { Effects } from '../../platform/write.ts'
import { notified } from '../notifications/index.ts'

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
  const details = { lostId, state }
  const told = {
    event: 'sighting' as const,
    details,
    userId: ownerId,
    dogId,
    isUrgent: true,
    isPushed: isTold,
    isMailed: isTold,
  }
  notified(effects, await notifyUser(trx, told, now))
  effects.event(eventFor([ownerId], { type: 'sighting', lostId }, { ownDogs: { [ownerId]: dogId } }))
}
