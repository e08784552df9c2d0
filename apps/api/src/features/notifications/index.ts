import { eventFor } from '../../platform/realtime/bus.ts'
import type { After, Effects } from '../../platform/write.ts'

const decideSoon: After = ({ deliveries }) => deliveries.soon()

/** There are new notifications for these users: their pages count again, and pushes are decided soon. */
export function notified(effects: Effects, userIds: readonly string[]): void {
  if (userIds.length === 0) return
  effects.event(eventFor(userIds, { type: 'notifications' }))
  effects.after(decideSoon)
}
