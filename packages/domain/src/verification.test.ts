import { expect, test } from 'vitest'
import { makeCode } from './verification-code.ts'
import { activeSince, dayOf, remindOn } from './verification-days.ts'

test('a code is four different words', () => {
  const last = (below: number) => below - 1
  for (const random of [() => 0, last]) {
    const words = makeCode(random).split(' ')
    expect(words).toHaveLength(4)
    expect(new Set(words).size).toBe(4)
    for (const word of words) expect(word).toMatch(/^[a-z]{3,8}$/)
  }
})

test('the day is the one in the parks, in summer and in winter', () => {
  expect(dayOf(new Date('2030-07-01T06:59:00Z'))).toBe('2030-06-30')
  expect(dayOf(new Date('2030-07-01T07:00:00Z'))).toBe('2030-07-01')
  expect(dayOf(new Date('2030-01-01T07:59:00Z'))).toBe('2029-12-31')
})

test('a reminder comes 30 days before, also across the end of a month and a leap day', () => {
  expect(remindOn('2028-03-15')).toBe('2028-02-14')
  expect(remindOn('2030-03-15')).toBe('2030-02-13')
})

test('the last seven days count as active', () => {
  expect(activeSince('2030-03-04')).toBe('2030-02-25')
})
