/** Conversions between instants and local times in a time zone. */

const clocks = new Map<string, Intl.DateTimeFormat>()
/** There are about 600 names of zones. The limit keeps other spellings from filling the cache. */
const CLOCKS_MAX = 1_000

/** @throws RangeError if there is no such zone. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  if (clocks.size < CLOCKS_MAX) clocks.set(timeZone, clock)
  return clock
}

/** Whether a text is an IANA name like "Europe/Berlin". Offsets like "+02:00" are not: they have no daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

/** The local date (YYYY-MM-DD) and time (HH:MM:SS) in a zone at an instant. */
export function localClock(timeZone: string, instant: Date): { date: string; time: string } {
  const part = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return { date: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}:${part.second}` }
}

const DAY_MS = 24 * 60 * 60_000

/** What a zone's clock shows at an instant, as ms of the same time in UTC. */
function shownAt(timeZone: string, instant: number): number {
  const { date, time } = localClock(timeZone, new Date(instant))
  return Date.parse(`${date}T${time}Z`)
}

/**
 * The instant of a local `date` (YYYY-MM-DD) and `time` (HH:MM, or HH:MM:00) in a zone. A time that daylight saving time skips is read
 * as if the clock had not been changed yet, so 2:30 becomes 3:30. A time that occurs twice gives the first instant.
 */
export function localInstant(timeZone: string, date: string, time: string): Date {
  const wanted = Date.parse(`${date}T${time.slice(0, 5)}:00Z`)
  /** With the zone's offset from UTC at another instant. */
  const withOffsetAt = (other: number) => wanted - (shownAt(timeZone, other) - other)
  const before = withOffsetAt(wanted - DAY_MS)
  const after = withOffsetAt(wanted + DAY_MS)
  const found = [before, after].find(instant => shownAt(timeZone, instant) === wanted)
  return new Date(found ?? before)
}

/** The city that names a time zone: "America/New_York" is New York's. null for "UTC" and the like. */
export function cityOfZone(zone: string): string | null {
  const [area, ...rest] = zone.split('/')
  const city = rest.at(-1)?.replaceAll('_', ' ')
  return city && area !== 'Etc' ? city : null
}

/** The date `days` days after another, as YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  const noon = new Date(`${date}T12:00:00Z`)
  noon.setUTCDate(noon.getUTCDate() + days)
  return noon.toISOString().slice(0, 10)
}
