import { notificationsChanged } from '../realtime/notify.ts'
import type { Services } from '../services.ts'

/** Call this after the commit of notifications: pages update their bells, and pushes are decided soon. */
export function userNotified(services: Pick<Services, 'bus' | 'deliveries'>, userIds: readonly string[]): void {
  if (userIds.length === 0) return
  notificationsChanged(services, userIds)
  services.deliveries.soon()
}
