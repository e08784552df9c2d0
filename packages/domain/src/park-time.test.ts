import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { localClock, localInstant } from './local-time.ts'
import { parkDateLabel, parkTimeLabel, SLOTS, slotsOn, zoneNote } from './park-time.ts'

const PARKS = 'America/Los_Angeles'

// Domain code has no platform types. Only this test changes the zone of the process, because browsers have different zones.
declare const process: { env: { TZ?: string | undefined } }
const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

test('the slots are the ten hours from 9:00 AM to 6:00 PM, sent as HH:00:00', () => {
  const hours = [...[9, 10, 11].map(hour => `${hour}:00 AM`), ...[12, 1, 2, 3, 4, 5, 6].map(hour => `${hour}:00 PM`)]
  expect(SLOTS.map(slot => slot.label)).toEqual(hours)
  expect(SLOTS[0]?.value).toBe('09:00:00')
  expect(SLOTS[9]?.value).toBe('18:00:00')
})

test('every slot of every day converts to an instant and back', () => {
  const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(days, fc.constantFrom(...SLOTS), (day, slot) => {
      const date = day.toISOString().slice(0, 10)
      const instant = localInstant(PARKS, date, slot.value)
      expect(localClock(PARKS, instant)).toEqual({ date, time: slot.value })
      expect(parkTimeLabel(instant, PARKS)).toBe(slot.label)
    }),
  )
})

const BROWSERS = 'UTC America/New_York Europe/Berlin Australia/Adelaide Pacific/Kiritimati Pacific/Pago_Pago'
test.each(BROWSERS.split(' '))('a browser in %s shows the same', browserZone => {
  process.env.TZ = browserZone
  // The process really uses this zone now.
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(browserZone)
  const instant = localInstant(PARKS, '2027-06-16', '18:00:00')
  expect(instant.toISOString()).toBe('2027-06-17T01:00:00.000Z')
  expect(localClock(PARKS, instant)).toEqual({ date: '2027-06-16', time: '18:00:00' })
  expect(parkDateLabel(instant, new Date('2026-12-31T12:00:00Z'), PARKS)).toBe('Wed, Jun 16, 2027')
  expect(parkDateLabel(instant, new Date('2027-01-01T12:00:00Z'), PARKS)).toBe('Wed, Jun 16')
  // The parks' year counts: there it is still 2026.
  expect(parkDateLabel(instant, new Date('2027-01-01T05:00:00Z'), PARKS)).toBe('Wed, Jun 16, 2027')
  expect(parkTimeLabel(instant, PARKS)).toBe('6:00 PM')
})

test('a day of a zone offers the hours that it has', () => {
  expect(slotsOn('America/Chicago', '2027-03-14')).toEqual(SLOTS)
  expect(slotsOn('Asia/Kathmandu', '2027-03-14')).toEqual(SLOTS)
  // Samoa left out this day when it crossed the date line.
  expect(slotsOn('Pacific/Apia', '2011-12-30')).toEqual([])
})

test.each([
  ['America/Chicago', 'America/Los_Angeles', 'Sat, Jan 16', '9:00 AM', 'Chicago time'],
  ['America/Chicago', 'America/Winnipeg', 'Sat, Jan 16', '9:00 AM', null],
  ['Asia/Kathmandu', 'Asia/Kolkata', 'Sat, Jan 16', '8:45 PM', 'Kathmandu time'],
  ['Australia/Lord_Howe', 'Australia/Sydney', 'Sun, Jan 17', '2:00 AM', null],
  ['Australia/Lord_Howe', 'Australia/Brisbane', 'Sun, Jan 17', '2:00 AM', 'Lord Howe time'],
  ['Etc/GMT+9', 'UTC', 'Sat, Jan 16', '6:00 AM', 'GMT-9 time'],
])('a plan in %s, read in %s', (zone, readerZone, date, time, note) => {
  const instant = new Date('2027-01-16T15:00:00Z')
  expect([parkDateLabel(instant, instant, zone), parkTimeLabel(instant, zone)]).toEqual([date, time])
  expect(zoneNote(instant, zone, readerZone)).toBe(note)
})
