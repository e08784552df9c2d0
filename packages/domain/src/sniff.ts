import type { Size, Temperament } from './dog.ts'

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

/** The values of the filter panel. */
export interface SniffFilter {
  distance: number
  ageRange: readonly [number, number]
  sizes: readonly Size[]
  temperaments: readonly Temperament[]
}

export const CLEAR_FILTER: SniffFilter = {
  distance: DISTANCE_DEFAULT,
  ageRange: AGE_RANGE_DEFAULT,
  sizes: [],
  temperaments: [],
}

/** Converts the filter to a search: without empty lists, and without an upper age at the end of the slider. */
export function toSniffQuery(filter: SniffFilter) {
  const [ageMin, ageMax] = filter.ageRange
  return {
    distance: filter.distance,
    ageMin,
    ...(ageMax < AGE_SLIDER_MAX && { ageMax }),
    ...(filter.sizes.length > 0 && { sizes: [...filter.sizes] }),
    ...(filter.temperaments.length > 0 && { temperaments: [...filter.temperaments] }),
  }
}
