import { expect, test } from 'vitest'
import { localClock } from './local-time.ts'
import { isWaitingOpen, joinRefusal, nextOfSeries } from './walk-moves.ts'

const START = Date.parse('2030-06-01T16:00:00Z')
const HOUR = 3_600_000
const now = new Date(START - 24 * HOUR)
const whenTs = new Date(START).toISOString()
const walk = { whenTs, kind: 'play', sizes: [], maxDogs: 3, cancelledAt: null } as const
const dog = { size: 'small', ageYears: 5 } as const

test.each([
  [{ seen: 2, all: 5 }, null],
  [{ seen: 3, all: 3 }, 'walk-full'],
  [{ seen: 0, all: 6 }, 'walk-full'],
])('a walk of three with %j is open to a dog unless it is full: %s', (dogs, refusal) => {
  expect(joinRefusal(walk, dog, dogs, now)).toBe(refusal)
})

test('dogs of one year are puppies', () => {
  const join = (ageYears: number) =>
    joinRefusal({ ...walk, kind: 'puppies' }, { ...dog, ageYears }, { seen: 1, all: 1 }, now)
  expect([join(1), join(2)]).toEqual([null, 'too-old'])
})

test('places go to those who wait until two hours before', () => {
  expect(isWaitingOpen(walk, new Date(START - 2 * HOUR))).toBe(true)
  expect(isWaitingOpen(walk, new Date(START - 2 * HOUR + 1))).toBe(false)
})

/** A year of walks from `first` on, each made when the one before begins. */
function yearOf(timeZone: string, first: Date): Date[] {
  const walks = [first]
  for (let weeks = 0; walks.length < 53; ) {
    const next = nextOfSeries({ first, timeZone }, weeks, walks.at(-1) as Date)
    weeks = next.weeks
    walks.push(next.when)
  }
  return walks
}

test.each([
  ['America/Chicago', '2026-02-07T15:00:00.000Z'],
  ['Australia/Sydney', '2026-02-06T22:00:00.000Z'],
  ['Asia/Kolkata', '2026-02-07T03:30:00.000Z'],
])('a weekly walk in %s begins at the same local time all year', (zone, first) => {
  const clocks = yearOf(zone, new Date(first)).map(when => localClock(zone, when))
  expect(new Set(clocks.map(clock => clock.time))).toEqual(new Set(['09:00:00']))
  expect(new Set(clocks.map(({ date }) => new Date(date).getUTCDay()))).toEqual(new Set([6]))
  expect(new Set(clocks.map(({ date }) => date)).size).toBe(53)
})

test('an hour that does not exist moves forward by the gap, and of one that is twice it is the first', () => {
  const zone = 'America/Chicago'
  const skipped = yearOf(zone, new Date('2026-03-01T08:30:00.000Z'))
  expect(skipped[1]?.toISOString()).toBe('2026-03-08T08:30:00.000Z')
  expect(skipped[2]?.toISOString()).toBe('2026-03-15T07:30:00.000Z')
  const twice = yearOf(zone, new Date('2026-10-25T06:30:15.000Z'))
  expect(twice[1]?.toISOString()).toBe('2026-11-01T06:30:15.000Z')
  expect(twice[2]?.toISOString()).toBe('2026-11-08T07:30:15.000Z')
})

test('weeks that are over are left out', () => {
  const weekly = { first: new Date('2026-02-07T15:00:00.000Z'), timeZone: 'America/Chicago' }
  const next = { weeks: 4, when: new Date('2026-03-07T15:00:00.000Z') }
  expect(nextOfSeries(weekly, 0, new Date('2026-02-28T15:00:00.000Z'))).toEqual(next)
})
