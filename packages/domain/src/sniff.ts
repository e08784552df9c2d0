import type { Size, Temperament } from './dog.ts'

export const DISTANCE_MIN = 5
export const DISTANCE_MAX = 100
export const DISTANCE_STEP = 5
export const DISTANCE_DEFAULT = 25
/** The page's age slider ends at 20 and means "20 or older" there, while dogs reach 25. */
export const AGE_SLIDER_MAX = 20
export const AGE_RANGE_DEFAULT: readonly [number, number] = [0, 15]
export const SNIFF_PAGE_DEFAULT = 50
export const SNIFF_PAGE_MAX = 100
/** Words of a list filter, repeated ones included. */
export const FILTER_WORDS_MAX = 50
/** Counting stops here; a total of this many means "this many or more". */
export const SNIFF_TOTAL_MAX = 1000

/** What the filter panel holds. */
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

/** The filter as a search: empty lists left out, no upper age at the slider's end. */
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
