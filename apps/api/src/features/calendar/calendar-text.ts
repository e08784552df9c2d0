import type { CalendarEntry } from '@barkyard/db/queries/calendar/calendar'
import { isolate } from '@barkyard/domain/isolate'
import { titleFor } from '@barkyard/domain/playdate'
import { PLAYDATE_MS } from '@barkyard/domain/playdate-moves'
import ical, { ICalCalendarMethod, ICalEvent, ICalEventStatus } from 'ical-generator'

const STATUS = {
  proposed: ICalEventStatus.TENTATIVE,
  accepted: ICalEventStatus.CONFIRMED,
  declined: ICalEventStatus.CANCELLED,
} as const

/** The refresh interval in seconds that subscribed calendar programs are asked to use. */
const LOOK_AGAIN_SECONDS = 60 * 60

const END = 'END:VCALENDAR'

/**
 * Playdates and walks as an iCalendar file (RFC 5545). Times are in UTC, so the file needs no time zone definitions. It names dogs
 * and parks, never owners or their addresses. The same playdates always make the same text.
 */
export function calendarText(entries: readonly CalendarEntry[], publicUrl: URL): string {
  const calendar = ical({
    name: 'Barkyard playdates',
    prodId: { company: 'Barkyard', product: 'Playdates', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: LOOK_AGAIN_SECONDS,
  })
  // The library would fold all events with the calendar, and encodes each character for it: three quarters of its time.
  const events = entries.map(entry => {
    const event = new ICalEvent(
      {
        id: `${entry.kind}-${entry.id}@${publicUrl.hostname}`,
        sequence: entry.revision,
        stamp: entry.since,
        start: entry.when,
        end: endOf(entry.when),
        ...textOf(entry),
        location: {
          title: entry.parkName,
          ...(entry.address && { address: entry.address }),
          geo: { lat: entry.place.lat, lon: entry.place.lng },
        },
        status: STATUS[entry.status],
        url: new URL(entry.kind === 'walk' ? `/walk/${entry.id}` : `/playdates#playdate-${entry.id}`, publicUrl).href,
      },
      calendar,
    )
    return event.toString().split(LINE_END).map(folded).join(LINE_END)
  })
  const around = calendar.toString()
  return `${around.slice(0, -END.length)}${events.join('')}${END}${LINE_END}`
}

/** Years have four digits in iCalendar: a single longer one makes a program refuse the whole feed. */
const LAST_SECOND = Date.UTC(9999, 11, 31, 23, 59, 59)
const endOf = (start: Date) => new Date(Math.min(start.getTime() + PLAYDATE_MS, LAST_SECOND))

function textOf({ kind, notes, dogName, otherDogName }: CalendarEntry): { summary: string; description: string } {
  if (kind === 'playdate')
    return {
      summary: titleFor(notes, dogName, otherDogName),
      description: `${isolate(dogName)} and ${isolate(otherDogName)}`,
    }
  return { summary: notes, description: `An open walk, hosted by ${isolate(otherDogName)}` }
}

const LINE_END = '\r\n'
const LINE_BYTES = 75

/** A line continued on further ones, each of which begins with a space, without cutting a character. */
function folded(line: string): string {
  const bytes = Buffer.from(line)
  const parts: string[] = []
  let begin = 0
  for (let room = LINE_BYTES; bytes.length - begin > room; room = LINE_BYTES - 1) {
    let end = begin + room
    // The bytes of a character after its first begin with the bits 10.
    while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--
    parts.push(bytes.toString('utf8', begin, end))
    begin = end
  }
  return [...parts, bytes.toString('utf8', begin)].join(`${LINE_END} `)
}
