import type { Sex, Size, Temperament } from './dog.ts'
import type { VerificationKind } from './verification.ts'

export const DISTANCE_MIN = 5
export const DISTANCE_MAX = 100
export const DISTANCE_STEP = 5
export const DISTANCE_DEFAULT = 25
/** The end of the page's age slider, which means "20 or older". Dogs can be 25 years old. */
export const AGE_SLIDER_MAX = 20
export const AGE_RANGE_DEFAULT: readonly [number, number] = [0, 15]
export const SNIFF_PAGE_DEFAULT = 50
export const SNIFF_PAGE_MAX = 100
/** The most words in a list filter, including repeated ones. */
export const FILTER_WORDS_MAX = 50
/** Counting stops here; a total of this many means "this many or more". */
export const SNIFF_TOTAL_MAX = 1000

/** The filters that an empty search may do without, in the order in which they are offered. */
export const WIDER_DROPS = ['sizes', 'temperaments', 'age', 'verified'] as const
export type WiderDrop = (typeof WIDER_DROPS)[number]

/** The steps of the distance slider beyond a distance, in km. */
export const stepsBeyond = (distance: number): number[] => {
  const first = Math.floor(distance / DISTANCE_STEP) * DISTANCE_STEP + DISTANCE_STEP
  return Array.from(
    { length: Math.max(0, (DISTANCE_MAX - first) / DISTANCE_STEP + 1) },
    (_, index) => first + index * DISTANCE_STEP,
  )
}

export interface SniffFilter {
  distance: number
  ageRange: readonly [number, number]
  sizes: readonly Size[]
  temperaments: readonly Temperament[]
  /** null: either. */
  sex: Sex | null
  /** What moderators must have checked, all of them. */
  verified: readonly VerificationKind[]
}

export const CLEAR_FILTER: SniffFilter = {
  distance: DISTANCE_DEFAULT,
  ageRange: AGE_RANGE_DEFAULT,
  sizes: [],
  temperaments: [],
  sex: null,
  verified: [],
}

/** The reason why a dog suits that says how far away it lives. @param distance whole km */
export const distanceReason = (distance: number) => `${distance} km apart`

/** Converts the filter to a search: without empty lists, and without an upper age at the end of the slider. */
export function toSniffQuery(filter: SniffFilter) {
  const [ageMin, ageMax] = filter.ageRange
  return {
    distance: filter.distance,
    ageMin,
    ...(ageMax < AGE_SLIDER_MAX && { ageMax }),
    ...(filter.sizes.length > 0 && { sizes: [...filter.sizes] }),
    ...(filter.temperaments.length > 0 && { temperaments: [...filter.temperaments] }),
    ...(filter.sex && { sex: filter.sex }),
    ...(filter.verified.length > 0 && { verified: [...filter.verified] }),
  }
}

/** The values of the filter panel that show a saved search. The slider's end stands for any higher age. */
export function toSniffFilter(search: {
  distance: number
  ageMin?: number | undefined
  ageMax?: number | undefined
  sizes: readonly Size[]
  temperaments: readonly Temperament[]
  sex?: Sex | undefined
  verified: readonly VerificationKind[]
}): SniffFilter {
  const { distance, ageMin = 0, ageMax = AGE_SLIDER_MAX, sizes, temperaments, sex = null, verified } = search
  return {
    distance,
    ageRange: [Math.min(ageMin, AGE_SLIDER_MAX), Math.min(ageMax, AGE_SLIDER_MAX)],
    sizes,
    temperaments,
    sex,
    verified,
  }
}
