import { addDays, localClock, localInstant } from './local-time.ts'

/** A walk every week: when the first one began, and the zone of its park. */
interface Weekly {
  first: Date
  timeZone: string
}

/**
 * The first walk of a series after `now` and after the one `weeks` weeks after the first, at the same local time. A time that
 * daylight saving time skips moves forward by the gap; of a time that occurs twice it is the first.
 */
export function nextOfSeries({ first, timeZone }: Weekly, weeks: number, now: Date): { weeks: number; when: Date } {
  const { date, time } = localClock(timeZone, first)
  for (let next = weeks + 1; ; next++) {
    const minute = localInstant(timeZone, addDays(date, 7 * next), time.slice(0, 5))
    const when = new Date(minute.getTime() + (first.getTime() % 60_000))
    if (when > now) return { weeks: next, when }
  }
}
