/** What browsers measure of a page (web.dev/vitals). Times are in ms, `cls` has no unit. */
export const VITALS = ['lcp', 'inp', 'cls', 'ttfb'] as const
export type Vital = (typeof VITALS)[number]

/** A page is good where 75 of 100 visits have at most this. Time to first byte has no such limit. */
export const VITAL_GOALS: Readonly<Record<Vital, number | null>> = { lcp: 2_500, inp: 200, cls: 0.1, ttfb: null }

const TIMES = [
  25, 50, 75, 100, 150, 200, 300, 400, 500, 600, 800, 1_000, 1_250, 1_500, 1_800, 2_000, 2_500, 3_000, 3_500, 4_000,
  5_000, 6_000, 8_000, 10_000,
]
const SHIFTS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.5, 1]

/** The upper bounds of the buckets in which they are counted. Goals are among them, so whether one is met is exact. */
export const bucketsOf = (vital: Vital): readonly number[] => (vital === 'cls' ? SHIFTS : TIMES)

/** The number of a value's bucket. What is above all bounds has one more. */
export function bucketOf(vital: Vital, value: number): number {
  const bounds = bucketsOf(vital)
  const found = bounds.findIndex(bound => value <= bound)
  return found === -1 ? bounds.length : found
}

/** What 75 of 100 values have at most, as far as their buckets tell; null if there are none. @param counts by bucket. */
export function percentile75(vital: Vital, counts: ReadonlyMap<number, number>): number | null {
  const bounds = bucketsOf(vital)
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let below = 0
  for (const [bucket, bound] of bounds.entries()) {
    const count = counts.get(bucket) ?? 0
    if (count > 0 && below + count >= 0.75 * all) {
      const from = bounds[bucket - 1] ?? 0
      return from + ((bound - from) * (0.75 * all - below)) / count
    }
    below += count
  }
  return bounds.at(-1) ?? null
}
