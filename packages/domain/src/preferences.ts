import { addDays, localClock, localInstant } from './local-time.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from './notification.ts'
import { BUILT_IN_ZONE } from './parks.ts'

export const DIGESTS = ['none', 'daily', 'weekly'] as const
export type Digest = (typeof DIGESTS)[number]

export interface Channels {
  push: boolean
  mail: boolean
}

/** A daily period in the owner's time zone: "22:00" to "07:00". */
export interface QuietHours {
  from: string
  to: string
}

/** The built-in parks' time zone applies until the browser has sent the owner's. */
export const zoneOf = (timeZone: string | null): string => timeZone ?? BUILT_IN_ZONE

/** Kinds of mail that cannot be turned off. */
export const MAILS_THAT_STAY = ['moderation', 'account'] as const satisfies readonly NotificationKind[]

/** The channels of each kind: everything is on unless the owner turned it off. */
export const withDefaults = (
  changed: Partial<Record<NotificationKind, Partial<Channels>>>,
): Record<NotificationKind, Channels> =>
  Object.fromEntries(NOTIFICATION_KINDS.map(kind => [kind, { push: true, mail: true, ...changed[kind] }])) as Record<
    NotificationKind,
    Channels
  >

/** The end of the quiet hours at `now`; null outside quiet hours. They include `from` and exclude `to`. */
export function quietUntil(quiet: QuietHours | null, timeZone: string | null, now: Date): Date | null {
  if (!quiet || quiet.from === quiet.to) return null
  const zone = zoneOf(timeZone)
  const { date, time } = localClock(zone, now)
  const minute = time.slice(0, 5)
  const isOverMidnight = quiet.from > quiet.to
  const isQuiet = isOverMidnight ? minute >= quiet.from || minute < quiet.to : minute >= quiet.from && minute < quiet.to
  if (!isQuiet) return null
  const day = isOverMidnight && minute >= quiet.from ? addDays(date, 1) : date
  const end = localInstant(zone, day, quiet.to)
  // In an hour that occurs twice, the end is in the second one.
  return end > now ? end : new Date(now.getTime() + 60_000)
}

/** The local time at which digests are sent. */
const DIGEST_TIME = '18:00'
const MONDAY = 1

/** When the first digest after `after` is due; null if digests are off. */
export function nextDigestAt(digest: Digest, timeZone: string | null, after: Date): Date | null {
  if (digest === 'none') return null
  const zone = zoneOf(timeZone)
  const today = localClock(zone, after).date
  for (let days = 0; ; days++) {
    const day = addDays(today, days)
    if (digest === 'weekly' && new Date(`${day}T12:00:00Z`).getUTCDay() !== MONDAY) continue
    const at = localInstant(zone, day, DIGEST_TIME)
    if (at > after) return at
  }
}
