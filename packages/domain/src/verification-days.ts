import { addDays, localClock } from './local-time.ts'
import { BUILT_IN_ZONE } from './parks.ts'
import { VACCINATION_REMINDER_DAYS } from './verification.ts'

/** The day by which vaccination records and activity are evaluated, YYYY-MM-DD, for all of an installation. */
export const dayOf = (now: Date): string => localClock(BUILT_IN_ZONE, now).date

/** The day of the reminder of a vaccination record. Both days are YYYY-MM-DD. */
export const remindOn = (expiresOn: string): string => addDays(expiresOn, -VACCINATION_REMINDER_DAYS)

/** An owner who was seen this many days ago, or later, counts as active. */
export const ACTIVE_DAYS = 7

/** The first of the days that count as active on `today`. */
export const activeSince = (today: string): string => addDays(today, -ACTIVE_DAYS)
