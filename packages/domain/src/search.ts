import { nextDigestAt } from './preferences.ts'

/** The most saved searches of a user. */
export const SEARCHES_PER_USER = 10
export const SEARCH_NAME_MAX = 80

/** A change of the time zone, or of summer time, must not make two looks of one day. */
const BETWEEN_LOOKS_MS = 20 * 60 * 60 * 1000

/**
 * When a saved search is looked at next: at 18:00 of its owner's zone, once a day.
 * @param lookedAt the last look; null: none yet.
 */
export function nextLookAt(timeZone: string | null, lookedAt: Date | null, now: Date): Date {
  const earliest = lookedAt ? Math.max(now.getTime(), lookedAt.getTime() + BETWEEN_LOOKS_MS) : now.getTime()
  const next = nextDigestAt('daily', timeZone, new Date(earliest))
  if (!next) throw new Error('a daily digest always has a next time')
  return next
}
