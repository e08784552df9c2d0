import type { CalendarEntry } from '@barkyard/db/queries/calendar'
import { parkByName } from '@barkyard/domain/parks'
import { titleFor } from '@barkyard/domain/playdate'
import { PLAYDATE_MS } from '@barkyard/domain/playdate-moves'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

const STATUS = {
  proposed: ICalEventStatus.TENTATIVE,
  accepted: ICalEventStatus.CONFIRMED,
  declined: ICalEventStatus.CANCELLED,
} as const

/** The refresh interval in seconds that subscribed calendar programs are asked to use. */
const LOOK_AGAIN_SECONDS = 60 * 60

/**
 * Playdates as an iCalendar file (RFC 5545). Times are in UTC, so the file needs no time zone definitions. It names dogs
 * and parks, never owners or their addresses. The same playdates always make the same text.
 */
export function calendarText(entries: readonly CalendarEntry[], publicUrl: URL): string {
  const calendar = ical({
    name: 'Barkyard playdates',
    prodId: { company: 'Barkyard', product: 'Playdates', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: LOOK_AGAIN_SECONDS,
  })
  for (const entry of entries) {
    const park = parkByName(entry.parkName)
    calendar.createEvent({
      id: `playdate-${entry.id}@${publicUrl.hostname}`,
      sequence: entry.revision,
      stamp: entry.since,
      start: entry.when,
      end: new Date(entry.when.getTime() + PLAYDATE_MS),
      summary: titleFor(entry.notes, entry.dogName, entry.otherDogName),
      description: `${entry.dogName} and ${entry.otherDogName}`,
      location: {
        title: entry.parkName,
        ...(park && { address: park.address, geo: { lat: park.lat, lon: park.lng } }),
      },
      status: STATUS[entry.status],
      url: new URL('/playdates', publicUrl).href,
    })
  }
  return calendar.toString()
}
