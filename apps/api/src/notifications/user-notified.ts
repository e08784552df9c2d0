import { notificationsChanged } from '../realtime/notify.ts'
import type { Services } from '../services.ts'

/** Users were notified, and it is committed: their bells ring, and what is to be pushed is decided soon. */
export function userNotified(services: Pick<Services, 'bus' | 'deliveries'>, userIds: readonly string[]): void {
  if (userIds.length === 0) return
  notificationsChanged(services, userIds)
  services.deliveries.soon()
}
