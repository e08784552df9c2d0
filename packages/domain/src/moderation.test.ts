import { expect, test } from 'vitest'
import { claimEnds } from './report.ts'
import { isLongSuspension } from './rights.ts'

const now = new Date('2030-01-01T00:00:00Z')

test('a suspension of more than 90 days, or without an end, is a long one', () => {
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
  expect([inDays(90), inDays(90.001), null].map(until => isLongSuspension(until, now))).toEqual([false, true, true])
})

test('a case is claimed for a quarter of an hour', () => {
  expect(claimEnds(now)).toEqual(new Date('2030-01-01T00:15:00Z'))
})
