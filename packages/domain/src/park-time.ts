/** The eight parks are in San Francisco. Playdates are shown in their time zone, whatever the browser's zone. */
export const PARK_ZONE = 'America/Los_Angeles'

/** Playdates start on the hour from 9:00 AM to 6:00 PM and last one hour. */
export const SLOTS = Array.from({ length: 10 }, (_, index) => {
  const hour = 9 + index
  return {
    value: `${String(hour).padStart(2, '0')}:00:00`,
    hour,
    label: `${hour > 12 ? hour - 12 : hour}:00 ${hour < 12 ? 'AM' : 'PM'}`,
  }
})

const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: PARK_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** The local date (YYYY-MM-DD) and time (HH:MM:SS) in the parks at an instant. */
export function parkClock(instant: Date): { date: string; time: string } {
  const part = Object.fromEntries(parts.formatToParts(instant).map(({ type, value }) => [type, value]))
  return { date: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}:${part.second}` }
}

/** The instant of a local `date` (YYYY-MM-DD) and `time` (HH:MM:SS) in the parks. No slot is in an hour that daylight saving time skips or repeats. */
export function parkInstant(date: string, time: string): Date {
  const wanted = Date.parse(`${date}T${time}Z`)
  let instant = wanted
  // Two rounds settle the offset, even across a change to or from daylight saving time.
  for (let round = 0; round < 2; round++) {
    const shown = parkClock(new Date(instant))
    instant += wanted - Date.parse(`${shown.date}T${shown.time}Z`)
  }
  return new Date(instant)
}

const day = { timeZone: PARK_ZONE, weekday: 'short', month: 'short', day: 'numeric' } as const
const dateLabel = new Intl.DateTimeFormat('en-US', day)
const dateLabelWithYear = new Intl.DateTimeFormat('en-US', { ...day, year: 'numeric' })
const timeLabel = new Intl.DateTimeFormat('en-US', { timeZone: PARK_ZONE, hour: 'numeric', minute: '2-digit' })

const yearOf = (instant: Date) => parkClock(instant).date.slice(0, 4)

/** "Sat, Nov 21" in the parks, with the year if it differs from that of `now`: "Sat, Nov 21, 2026". */
export const parkDateLabel = (instant: Date, now: Date) =>
  (yearOf(instant) === yearOf(now) ? dateLabel : dateLabelWithYear).format(instant)
/** "9:00 AM" in the parks. */
export const parkTimeLabel = (instant: Date) => timeLabel.format(instant)

const zoneLabel = new Intl.DateTimeFormat('en-US', { timeZone: PARK_ZONE, timeZoneName: 'short' })

/** The zone of the parks ("PST") for a reader whose clock shows another time at that instant; null for others. */
export function parkZoneFor(instant: Date, readerZone: string | null): string | null {
  if (readerZone === null) return null
  const clock = (timeZone: string) => instant.toLocaleString('en-US', { timeZone })
  if (clock(readerZone) === clock(PARK_ZONE)) return null
  return zoneLabel.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? null
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The last `count` days in the parks with today as the last one, and when each begins there. */
export function lastParkDays(now: Date, count: number): { day: string; from: Date }[] {
  const today = Date.parse(`${parkClock(now).date}T00:00:00Z`)
  return Array.from({ length: count }, (_, nth) => {
    const day = new Date(today - (count - 1 - nth) * DAY_MS).toISOString().slice(0, 10)
    return { day, from: parkInstant(day, '00:00:00') }
  })
}
