import type { Effects } from '../write.ts'
import { eventFor } from './bus.ts'

type Ids = readonly string[]

/**
 * Dogs or photos changed: the pages of these users, and of sessions that act as these dogs, read everything again. Other
 * pages that show one of these dogs read that dog again.
 */
export function dogsChanged(effects: Effects, userIds: Ids, dogIds: Ids = []): void {
  effects.event(eventFor(userIds, { type: 'refresh' }, { dogIds }))
  if (dogIds.length > 0) effects.event({ type: 'dogs-changed', dogIds })
}

/** An active dog or an owner changed: sessions are read again, and then the pages read everything again. */
export function callersChanged(effects: Effects, userIds: Ids, dogIds: Ids = []): void {
  sessionsChanged(effects, userIds, dogIds)
  dogsChanged(effects, userIds, dogIds)
}

/** The sessions of these users, and those that act as these dogs, are read again. Pages get no event. */
export const sessionsChanged = (effects: Effects, userIds: Ids, dogIds: Ids = []): void =>
  effects.event({ type: 'callers-changed', audience: { userIds, dogIds } })
