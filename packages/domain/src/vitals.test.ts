import { expect, test } from 'vitest'
import { bucketOf, bucketsOf, percentile75, VITAL_GOALS, VITALS } from './vitals.ts'

const p75 = (values: number[], vital: (typeof VITALS)[number] = 'lcp') => {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(bucketOf(vital, value), (counts.get(bucketOf(vital, value)) ?? 0) + 1)
  return percentile75(vital, counts)
}

test('the 75th percentile is within its bucket, and exact about its goal', () => {
  expect(p75([])).toBeNull()
  expect(p75([2_500, 2_500, 2_500, 9_000])).toBeLessThanOrEqual(2_500)
  expect(p75([2_500, 2_500, 2_501, 9_000])).toBeGreaterThan(2_500)
  expect(p75([60_000])).toBe(10_000)
  expect(p75([0, 0, 0, 0.3], 'cls')).toBeLessThanOrEqual(0.005)
  for (const vital of VITALS) expect([null, ...bucketsOf(vital)]).toContain(VITAL_GOALS[vital])
})
