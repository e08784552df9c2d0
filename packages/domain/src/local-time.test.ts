import { expect, test } from 'vitest'
import { addDays, cityOfZone, localClock, localInstant } from './local-time.ts'

test.each([
  ['America/New_York', 'New York'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['Europe/Berlin', 'Berlin'],
  ['UTC', null],
  ['Etc/GMT+5', null],
])('knows the city of %s', (zone, city) => {
  expect(cityOfZone(zone)).toBe(city)
})

// Each on the day before and the day of both changes of summer time, on either hemisphere.
test.each([
  ['America/Los_Angeles', '2027-03-14', '2027-03-13T17:00Z', '2027-03-14T16:00Z'],
  ['America/Los_Angeles', '2027-11-07', '2027-11-06T16:00Z', '2027-11-07T17:00Z'],
  ['America/Chicago', '2027-03-14', '2027-03-13T15:00Z', '2027-03-14T14:00Z'],
  ['America/Chicago', '2027-11-07', '2027-11-06T14:00Z', '2027-11-07T15:00Z'],
  ['Europe/Berlin', '2027-03-28', '2027-03-27T08:00Z', '2027-03-28T07:00Z'],
  ['Europe/Berlin', '2027-10-31', '2027-10-30T07:00Z', '2027-10-31T08:00Z'],
  ['Australia/Adelaide', '2027-10-03', '2027-10-01T23:30Z', '2027-10-02T22:30Z'],
  ['Australia/Adelaide', '2027-04-04', '2027-04-02T22:30Z', '2027-04-03T23:30Z'],
  ['Australia/Lord_Howe', '2027-10-03', '2027-10-01T22:30Z', '2027-10-02T22:00Z'],
  ['Australia/Lord_Howe', '2027-04-04', '2027-04-02T22:00Z', '2027-04-03T22:30Z'],
  ['America/Sao_Paulo', '2018-11-04', '2018-11-03T12:00Z', '2018-11-04T11:00Z'],
  ['America/Sao_Paulo', '2019-02-17', '2019-02-16T11:00Z', '2019-02-17T12:00Z'],
  ['Asia/Kathmandu', '2027-07-15', '2027-07-14T03:15Z', '2027-07-15T03:15Z'],
])('nine in the morning in %s around %s', (zone, date, before, after) => {
  for (const [day, instant] of [
    [addDays(date, -1), before],
    [date, after],
  ] as const) {
    expect(localInstant(zone, day, '09:00:00')).toEqual(new Date(instant))
    expect(localClock(zone, new Date(instant))).toEqual({ date: day, time: '09:00:00' })
  }
})

test.each([
  // A time that does not exist moves forward by the gap.
  ['America/Chicago', '2027-03-14', '02:30', '2027-03-14T08:30Z', '03:30'],
  ['Europe/Berlin', '2027-03-28', '02:30', '2027-03-28T01:30Z', '03:30'],
  ['Australia/Adelaide', '2027-10-03', '02:30', '2027-10-02T17:00Z', '03:30'],
  ['Australia/Lord_Howe', '2027-10-03', '02:15', '2027-10-02T15:45Z', '02:45'],
  ['America/Sao_Paulo', '2018-11-04', '00:30', '2018-11-04T03:30Z', '01:30'],
  // A time that is twice is the first.
  ['America/Chicago', '2027-11-07', '01:30', '2027-11-07T06:30Z', '01:30'],
  ['Europe/Berlin', '2027-10-31', '02:30', '2027-10-31T00:30Z', '02:30'],
  ['Australia/Adelaide', '2027-04-04', '02:30', '2027-04-03T16:00Z', '02:30'],
  ['Australia/Lord_Howe', '2027-04-04', '01:45', '2027-04-03T14:45Z', '01:45'],
  ['America/Sao_Paulo', '2019-02-16', '23:30', '2019-02-17T01:30Z', '23:30'],
  // Midnight belongs to the day that begins.
  ['America/Los_Angeles', '2027-01-01', '00:00', '2027-01-01T08:00Z', '00:00'],
  ['America/Los_Angeles', '2026-12-31', '23:59', '2027-01-01T07:59Z', '23:59'],
])('in %s, %s %s is %s, shown as %s', (zone, date, time, instant, shown) => {
  expect(localInstant(zone, date, time)).toEqual(new Date(instant))
  expect(localClock(zone, new Date(instant))).toEqual({ date, time: `${shown}:00` })
})
