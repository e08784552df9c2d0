import type { Db } from '@barkyard/db/open'
import {
  type Channel,
  findToSend,
  isStillTrue,
  type ToSend,
  type undecided,
} from '@barkyard/db/queries/notifications/deliveries'
import { type NotificationRow, toNotification } from '@barkyard/db/queries/notifications/notifications'
import { quietOf } from '@barkyard/db/queries/notifications/preferences'
import { isNotificationEvent, isOn, KIND_OF, type NotificationKind } from '@barkyard/domain/notification'
import { MAILS_THAT_STAY, quietUntil, withDefaults, zoneOf } from '@barkyard/domain/preferences'
import { untilKnown } from '../../platform/jobs/runner.ts'

export const isObligatory = (kind: NotificationKind) => MAILS_THAT_STAY.some(one => one === kind)

/** Mails that wait because the user may read the notification in the app first. */
const WAITS = new Set(['match', 'message', 'playdate'])

/** What both queries read. */
type Wants = Pick<ToSend, keyof ToSend & keyof Awaited<ReturnType<typeof undecided>>[number]>

/** Decides about a notification: it is sent now, or decided about again later; null: it is not sent. */
export function decideDelivery(channel: Channel, wants: Wants, now: Date): 'send' | { until: Date } | null {
  if (!isNotificationEvent(wants.event)) return untilKnown(wants.notified_at, now)
  const kind = KIND_OF[wants.event]
  // A suspended owner cannot read the app either, and least of all where others will be.
  if (wants.suspended_at && !isObligatory(kind)) return null
  const isWanted = isOn(wants.event, withDefaults(wants.kinds ?? {}), channel)
  if (!isWanted && !(channel === 'mail' && isObligatory(kind))) return null
  if (channel === 'push' && wants.visible_until && wants.visible_until > now) return null
  if (channel === 'mail') {
    if (wants.email === null) return null
    if (kind === 'reminder' && !wants.email_verified_at) return null
    if (WAITS.has(kind) && wants.last_seen_at && wants.last_seen_at > wants.notified_at) return null
    if (isObligatory(kind)) return 'send'
  }
  const quietEnd = wants.is_urgent ? null : quietUntil(quietOf(wants), wants.time_zone, now)
  return quietEnd ? { until: quietEnd } : 'send'
}

/** Reads a notification just before it is sent, and decides again. null: it is not sent. `until`: decide again then. */
export async function readToSend(db: Db, channel: Channel, id: string, now: Date) {
  const row = await findToSend(db, id)
  if (!row || row.seen_at) return null
  const decision = decideDelivery(channel, row, now)
  if (decision !== 'send') return decision
  const notification = await inWords(db, row, now)
  return notification && { row, notification }
}

/** A notification in the words of a push or mail; null: it is no longer true, or an unknown event. */
export const inWords = async (db: Db, row: NotificationRow, now: Date) =>
  (await isStillTrue(db, row, now)) ? toNotification(row, now, zoneOf(row.readerZone)) : null
