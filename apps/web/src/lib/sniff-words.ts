import { AGE_SLIDER_MAX, SNIFF_TOTAL_MAX } from '@barkyard/domain/sniff'

export const foundText = (total: number) =>
  `${total >= SNIFF_TOTAL_MAX ? `${SNIFF_TOTAL_MAX}+` : total} ${total === 1 ? 'dog' : 'dogs'} found within your search area`

const years = (age: number) => `${age} ${age === 1 ? 'year' : 'years'}`
const orOlder = (age: number) => `${years(age)} or older`

/** One end of the age slider. Its last step means "or older". */
export const ageEndText = (age: number) => (age === AGE_SLIDER_MAX ? orOlder(age) : years(age))

/** "0–15 years", "3 years or older", "Any age". */
export function ageRangeText([min, max]: readonly [number, number]): string {
  if (max === AGE_SLIDER_MAX) return min === 0 ? 'Any age' : orOlder(min)
  return min === max ? years(min) : `${min}–${years(max)}`
}
