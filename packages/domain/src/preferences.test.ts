import { describe, expect, test } from 'vitest'
import { nextDigestAt, quietUntil } from './preferences.ts'

const SAN_FRANCISCO = 'America/Los_Angeles'
const BERLIN = 'Europe/Berlin'
const NIGHT = { from: '22:00', to: '07:00' }
const until = (quiet: typeof NIGHT | null, zone: string | null, now: string) =>
  quietUntil(quiet, zone, new Date(now))?.toISOString() ?? null

describe('quiet hours', () => {
  test.each([
    ['begin with their first minute', '2027-06-02T05:00:00Z', '2027-06-02T14:00:00.000Z'],
    ['are over before it', '2027-06-02T04:59:59Z', null],
    ['last until their last minute', '2027-06-02T13:59:59Z', '2027-06-02T14:00:00.000Z'],
    ['are over with their end', '2027-06-02T14:00:00Z', null],
    ['end in summer time, the night in which it begins', '2027-03-14T07:00:00Z', '2027-03-14T14:00:00.000Z'],
    ['end in winter time, the night in which it begins', '2027-11-07T06:00:00Z', '2027-11-07T15:00:00.000Z'],
  ])('over midnight in San Francisco %s (%s)', (_, now, end) => {
    expect(until(NIGHT, SAN_FRANCISCO, now)).toBe(end)
    // Until the browser has sent the owner's zone.
    expect(until(NIGHT, null, now)).toBe(end)
  })

  const NOON = { from: '11:00', to: '12:00' }
  test.each([
    ['end by the owner’s own clock as summer time begins', NIGHT, BERLIN, '2027-03-27T21:30', '2027-03-28T05:00'],
    ['end by the owner’s own clock as it ends', NIGHT, BERLIN, '2027-10-30T20:30', '2027-10-31T06:00'],
    ['of one day exclude what is before', NOON, BERLIN, '2027-06-02T08:59:59', null],
    ['of one day include their beginning', NOON, BERLIN, '2027-06-02T09:00', '2027-06-02T10:00'],
    ['of one day last until their last second', NOON, BERLIN, '2027-06-02T09:59:59', '2027-06-02T10:00'],
    ['of one day exclude their end', NOON, BERLIN, '2027-06-02T10:00', null],
    ['in a skipped hour end', { from: '22:00', to: '02:30' }, SAN_FRANCISCO, '2027-03-14T09:00', '2027-03-14T10:30'],
    ['are none where there are none', null, null, '2027-06-02T07:00', null],
    ['are none where they last no minute', { from: '07:00', to: '07:00' }, null, '2027-06-02T14:00', null],
  ])('%s', (_, quiet, zone, now, end) => {
    expect(until(quiet, zone, `${now}Z`)).toBe(end && `${end}:00.000Z`)
  })

  test('that end in an hour which occurs twice end after it', () => {
    const end = Date.parse(until({ from: '22:00', to: '01:30' }, SAN_FRANCISCO, '2027-11-07T09:15:00Z') ?? '')
    expect(end).toBeGreaterThan(Date.parse('2027-11-07T09:15:00Z'))
    expect(end).toBeLessThanOrEqual(Date.parse('2027-11-07T09:30:00Z'))
  })
})

test.each([
  ['daily', SAN_FRANCISCO, '2027-03-13T12:00', '2027-03-14T02:00'],
  ['daily', SAN_FRANCISCO, '2027-03-14T02:00', '2027-03-15T01:00'],
  ['daily', SAN_FRANCISCO, '2027-11-06T12:00', '2027-11-07T01:00'],
  ['daily', SAN_FRANCISCO, '2027-11-07T01:00', '2027-11-08T02:00'],
  // Until the browser has sent the owner's zone.
  ['daily', null, '2027-03-14T02:00', '2027-03-15T01:00'],
  ['daily', BERLIN, '2027-03-27T17:00', '2027-03-28T16:00'],
  ['daily', BERLIN, '2027-10-30T16:00', '2027-10-31T17:00'],
  ['daily', 'Pacific/Auckland', '2027-06-02T07:00', '2027-06-03T06:00'],
  ['weekly', 'America/New_York', '2027-06-02T12:00', '2027-06-07T22:00'],
  ['weekly', 'America/New_York', '2027-06-07T22:00', '2027-06-14T22:00'],
  // A Monday begins on Sunday in UTC.
  ['weekly', 'Pacific/Auckland', '2027-06-06T12:30', '2027-06-07T06:00'],
  ['none', null, '2027-06-02T12:00', null],
] as const)('the next %s digest in %s after %s comes at 18:00, a weekly one on Monday', (often, zone, after, at) => {
  const next = nextDigestAt(often, zone, new Date(`${after}:00Z`))
  expect(next).toEqual(at && new Date(`${at}:00Z`))
})
