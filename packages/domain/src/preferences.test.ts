import { describe, expect, test } from 'vitest'
import { nextDigestAt, quietUntil } from './preferences.ts'

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
    ['end in summer time, after it has begun', '2027-03-14T11:00:00Z', '2027-03-14T14:00:00.000Z'],
    ['are over at their end on that day', '2027-03-14T14:00:00Z', null],
    ['end in winter time, the night in which it begins', '2027-11-07T06:00:00Z', '2027-11-07T15:00:00.000Z'],
    ['end in winter time, after it has begun', '2027-11-07T14:30:00Z', '2027-11-07T15:00:00.000Z'],
    ['are over at their end on that day', '2027-11-07T15:00:00Z', null],
  ])('over midnight in San Francisco %s (%s)', (_, now, end) => {
    expect(until(NIGHT, 'America/Los_Angeles', now)).toBe(end)
    // Until the browser has sent the owner's zone.
    expect(until(NIGHT, null, now)).toBe(end)
  })

  test.each([
    ['the night in which summer time begins', '2027-03-27T21:30:00Z', '2027-03-28T05:00:00.000Z'],
    ['the night in which it ends', '2027-10-30T20:30:00Z', '2027-10-31T06:00:00.000Z'],
  ])('end by the owner’s own clock: %s in Berlin', (_, now, end) => {
    expect(until(NIGHT, 'Europe/Berlin', now)).toBe(end)
  })

  test('of one day include their beginning and exclude their end', () => {
    const noon = { from: '11:00', to: '12:00' }
    const at = (time: string) => until(noon, 'Europe/Berlin', `2027-06-02T${time}Z`)
    expect(['08:59:59', '09:00:00', '09:59:59', '10:00:00'].map(at)).toEqual([
      null,
      '2027-06-02T10:00:00.000Z',
      '2027-06-02T10:00:00.000Z',
      null,
    ])
  })

  test('that end in an hour which occurs twice end after it, and those in a skipped one end', () => {
    const early = { from: '22:00', to: '01:30' }
    const end = Date.parse(until(early, 'America/Los_Angeles', '2027-11-07T09:15:00Z') ?? '')
    expect(end).toBeGreaterThan(Date.parse('2027-11-07T09:15:00Z'))
    expect(end).toBeLessThanOrEqual(Date.parse('2027-11-07T09:30:00Z'))
    expect(until({ from: '22:00', to: '02:30' }, 'America/Los_Angeles', '2027-03-14T09:00:00Z')).toBe(
      '2027-03-14T10:30:00.000Z',
    )
  })

  test('are none where there are none', () => {
    expect(until(null, null, '2027-06-02T07:00:00Z')).toBeNull()
    expect(until({ from: '07:00', to: '07:00' }, null, '2027-06-02T14:00:00Z')).toBeNull()
  })
})

describe('the next digest', () => {
  const next = (often: 'none' | 'daily' | 'weekly', zone: string | null, after: string) =>
    nextDigestAt(often, zone, new Date(after))?.toISOString() ?? null

  test.each([
    ['before summer time', '2027-03-13T12:00:00Z', '2027-03-14T02:00:00.000Z'],
    ['across its beginning', '2027-03-14T02:00:00Z', '2027-03-15T01:00:00.000Z'],
    ['before winter time', '2027-11-06T12:00:00Z', '2027-11-07T01:00:00.000Z'],
    ['across its beginning', '2027-11-07T01:00:00Z', '2027-11-08T02:00:00.000Z'],
  ])('is at 18:00 in San Francisco, %s (%s)', (_, after, at) => {
    expect(next('daily', 'America/Los_Angeles', after)).toBe(at)
    expect(next('daily', null, after)).toBe(at)
  })

  test.each([
    ['Europe/Berlin', '2027-03-27T17:00:00Z', '2027-03-28T16:00:00.000Z'],
    ['Europe/Berlin', '2027-10-30T16:00:00Z', '2027-10-31T17:00:00.000Z'],
    // A Monday begins on Sunday in UTC.
    ['Pacific/Auckland', '2027-06-02T07:00:00Z', '2027-06-03T06:00:00.000Z'],
  ])('is at 18:00 by the clock of %s (%s)', (zone, after, at) => expect(next('daily', zone, after)).toBe(at))

  test('is on Mondays where weekly, of the owner’s zone', () => {
    expect(next('weekly', 'America/New_York', '2027-06-02T12:00:00Z')).toBe('2027-06-07T22:00:00.000Z')
    expect(next('weekly', 'America/New_York', '2027-06-07T22:00:00Z')).toBe('2027-06-14T22:00:00.000Z')
    expect(next('weekly', 'Pacific/Auckland', '2027-06-06T12:30:00Z')).toBe('2027-06-07T06:00:00.000Z')
  })

  test('is none where digests are off', () => expect(next('none', null, '2027-06-02T12:00:00Z')).toBeNull())
})
