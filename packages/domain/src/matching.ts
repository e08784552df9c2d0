import type { Temperament } from './dog.ts'
import { ALL_TEMPERAMENTS, SIZES } from './dog.ts'
import type { Compatibility, Dog } from './schemas/dog.ts'
import { distanceReason } from './sniff.ts'

/** The two dogs of a match in a fixed order, so that a pair has one row, whichever dog barks first. */
export const pairOf = (dog: string, other: string): [string, string] => (dog < other ? [dog, other] : [other, dog])

type Traits = Pick<Dog, 'size' | 'ageYears' | 'temperament'>

/** Points for full agreement. They add up to 100. */
const POINTS = { size: 25, age: 25, temperament: 30, distance: 20 } as const
/** Different temperaments that play well together. */
const GO_WELL: readonly (readonly [Temperament, Temperament])[] = [
  ['friendly', 'shy'],
  ['friendly', 'playful'],
  ['playful', 'energetic'],
  ['calm', 'gentle'],
  ['calm', 'shy'],
  ['gentle', 'shy'],
  ['friendly', 'gentle'],
]
/** Temperaments that owners should keep apart at first. */
const CLASH: readonly (readonly [Temperament, Temperament])[] = [
  ['aggressive', 'shy'],
  ['aggressive', 'aggressive'],
  ['aggressive', 'protective'],
  ['energetic', 'calm'],
]
/** In km, the widest search. A longer distance brings no points. */
const FAR_KM = 100

const isPairOf = (pairs: typeof GO_WELL, { temperament: a }: Traits, { temperament: b }: Traits) =>
  pairs.some(([one, two]) => (a.includes(one) && b.includes(two)) || (a.includes(two) && b.includes(one)))

/**
 * How well two dogs suit each other (by size, age, temperament and distance), the same in both directions.
 * @param distance whole km; null if a place is missing: then the other three criteria share its points.
 * @returns a score of 0 to 100, and the reasons in words, best first.
 */
export function compatibility(a: Traits, b: Traits, distance: number | null): Compatibility {
  const found: { reason: string; points: number }[] = []
  const give = (points: number, reason?: string) => {
    if (reason) found.push({ reason, points })
    return points
  }
  const steps = Math.abs(SIZES.indexOf(a.size) - SIZES.indexOf(b.size))
  const size = steps === 0 ? give(POINTS.size, 'similar size') : give(steps === 1 ? POINTS.size * 0.5 : 0)

  const years = Math.abs(a.ageYears - b.ageYears)
  const age = give(
    POINTS.age * Math.max(0, 1 - years / 10),
    years === 0 ? 'same age' : years <= 2 ? 'close in age' : undefined,
  )

  // In the order of the list rather than of either dog, so that the reason is the same in both directions.
  const shared = ALL_TEMPERAMENTS.filter(
    trait => a.temperament.includes(trait) && b.temperament.includes(trait) && trait !== 'aggressive',
  )
  const trait = shared[0]
  const clash = isPairOf(CLASH, a, b)
  const temperament = trait
    ? give(POINTS.temperament * Math.min(1, 0.7 + 0.15 * (shared.length - 1)) * (clash ? 0.5 : 1), `both ${trait}`)
    : isPairOf(GO_WELL, a, b)
      ? give(POINTS.temperament * (clash ? 0.3 : 0.6), 'temperaments that go well together')
      : give(POINTS.temperament * (clash ? 0 : 0.3))

  const nearness =
    distance === null
      ? null
      : give(POINTS.distance * Math.max(0, 1 - (distance - 1) / FAR_KM), distanceReason(distance))
  const sum = size + age + temperament + (nearness ?? 0)
  const most = 100 - (nearness === null ? POINTS.distance : 0)
  return {
    score: Math.round((sum / most) * 100),
    reasons: found.sort((x, y) => y.points - x.points).map(({ reason }) => reason),
  }
}
