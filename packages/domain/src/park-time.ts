import { cityOfZone, localClock, localInstant } from './local-time.ts'
import { BUILT_IN_ZONE } from './parks.ts'

// Plans are shown and judged in the time zone of their park, whatever the reader's zone.

/** Playdates start on the hour from 9:00 AM to 6:00 PM and last one hour. */
export const SLOTS = Array.from({ length: 10 }, (_, index) => {
  const hour = 9 + index
  return {
    value: `${String(hour).padStart(2, '0')}:00:00`,
    hour,
    label: `${hour > 12 ? hour - 12 : hour}:00 ${hour < 12 ? 'AM' : 'PM'}`,
  }
})

/** The slots of a day (YYYY-MM-DD) in a zone. An hour that daylight saving time skips is none. */
export const slotsOn = (timeZone: string, date: string) =>
  SLOTS.filter(({ value }) => {
    const shown = localClock(timeZone, localInstant(timeZone, date, value))
    return shown.date === date && shown.time === value
  })

const labels = new Map<string, Intl.DateTimeFormat>()
/** There are about 600 names of zones, with a few labels each. */
const LABELS_MAX = 2_000

function labelOf(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${Object.keys(options)}`
  const known = labels.get(key)
  if (known) return known
  const label = new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  if (labels.size < LABELS_MAX) labels.set(key, label)
  return label
}

const DAY = { weekday: 'short', month: 'short', day: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const

/** "Sat, Nov 21" in a zone, with the year if it differs from that of `now`: "Sat, Nov 21, 2026". */
export function parkDateLabel(instant: Date, now: Date, timeZone: string): string {
  const yearOf = (time: Date) => localClock(timeZone, time).date.slice(0, 4)
  return labelOf(timeZone, yearOf(instant) === yearOf(now) ? DAY : { ...DAY, year: 'numeric' }).format(instant)
}

/** "9:00 AM" in a zone. */
export const parkTimeLabel = (instant: Date, timeZone: string): string => labelOf(timeZone, TIME).format(instant)

/** "Sat" in a zone. */
export const parkWeekdayLabel = (instant: Date, timeZone: string): string =>
  labelOf(timeZone, { weekday: 'short' }).format(instant)

/** The zone of a plan, "Chicago time", for a reader whose clock shows another time at that instant; null for others. */
export function zoneNote(instant: Date, timeZone: string, readerZone: string): string | null {
  const shown = (zone: string) => Object.values(localClock(zone, instant)).join()
  if (shown(readerZone) === shown(timeZone)) return null
  const name = () =>
    labelOf(timeZone, { timeZoneName: 'short' })
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value
  return `${cityOfZone(timeZone) ?? name()} time`
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The last `count` days of this installation with today as the last one, and when each begins. */
export function lastDays(now: Date, count: number): { day: string; from: Date }[] {
  const today = Date.parse(`${localClock(BUILT_IN_ZONE, now).date}T00:00:00Z`)
  return Array.from({ length: count }, (_, nth) => {
    const day = new Date(today - (count - 1 - nth) * DAY_MS).toISOString().slice(0, 10)
    return { day, from: localInstant(BUILT_IN_ZONE, day, '00:00') }
  })
}
