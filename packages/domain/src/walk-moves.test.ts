import { expect, test } from 'vitest'
import { isWaitingOpen, joinRefusal } from './walk-moves.ts'

const START = Date.parse('2030-06-01T16:00:00Z')
const HOUR = 3_600_000
const now = new Date(START - 24 * HOUR)
const walk = {
  whenTs: new Date(START).toISOString(),
  kind: 'play',
  sizes: [],
  maxDogs: 3,
  cancelledAt: null,
} as const
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
