import type { Channel, ToSend, Undecided } from '@barkyard/db/queries/notifications/deliveries'
import { quietOf } from '@barkyard/db/queries/notifications/preferences'
import { isNotificationEvent, KIND_OF } from '@barkyard/domain/notification'
import { MAILS_THAT_STAY, quietUntil, withDefaults } from '@barkyard/domain/preferences'

/** Send it, drop it, or decide again at a later time. */
export type DeliveryDecision = 'send' | 'drop' | { until: Date }

/** Whether a mail is sent regardless of quiet hours and preferences. */
const isObligatory = (kind: string) => MAILS_THAT_STAY.some(one => one === kind)

/** Mails that wait because the user may read the notification in the app first. */
const WAITS = new Set(['match', 'message', 'playdate'])
/** Kinds of mail that need a verified address. */
const NEEDS_VERIFIED = new Set(['reminder'])

type Wants = Pick<
  Undecided & ToSend,
  | 'event'
  | 'is_urgent'
  | 'time_zone'
  | 'quiet_from'
  | 'quiet_to'
  | 'kinds'
  | 'visible_until'
  | 'last_seen_at'
  | 'suspended_at'
> &
  Pick<Undecided, 'email' | 'email_verified_at' | 'notified_at'>

/** Decides whether a notification is sent now: when it is due, and again just before it is sent. */
export function decideDelivery(channel: Channel, wants: Wants, now: Date): DeliveryDecision {
  if (!isNotificationEvent(wants.event)) return 'drop'
  const kind = KIND_OF[wants.event]
  // A suspended owner cannot read the app either, and least of all where others will be.
  if (wants.suspended_at && !isObligatory(kind)) return 'drop'
  // Whoever wants to hear of no lost dogs of others still hears of their own.
  const isOn = wants.event === 'sighting' || withDefaults(wants.kinds ?? {})[kind][channel]
  if (!isOn && !(channel === 'mail' && isObligatory(kind))) return 'drop'
  if (channel === 'push' && wants.visible_until && wants.visible_until > now) return 'drop'
  if (channel === 'mail') {
    if (wants.email === null) return 'drop'
    if (NEEDS_VERIFIED.has(kind) && !wants.email_verified_at) return 'drop'
    if (WAITS.has(kind) && wants.last_seen_at && wants.last_seen_at > wants.notified_at) return 'drop'
    if (isObligatory(kind)) return 'send'
  }
  const quietEnd = wants.is_urgent ? null : quietUntil(quietOf(wants), wants.time_zone, now)
  return quietEnd ? { until: quietEnd } : 'send'
}
