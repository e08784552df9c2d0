export const SIZES = ['small', 'medium', 'large'] as const
export type Size = (typeof SIZES)[number]
export const SEXES = ['male', 'female'] as const
export type Sex = (typeof SEXES)[number]
/** The choices in onboarding and in the filters. */
export const TEMPERAMENTS = ['friendly', 'playful', 'calm', 'energetic', 'shy'] as const
/** The choices in the admin's edit dialog. */
export const ALL_TEMPERAMENTS = [...TEMPERAMENTS, 'protective', 'gentle', 'aggressive'] as const
export type Temperament = (typeof ALL_TEMPERAMENTS)[number]
/** What a dog may have trouble with when it meets others. */
export const CAREFUL_WITH = [
  'small dogs',
  'large dogs',
  'puppies',
  'male dogs',
  'female dogs',
  'children',
  'men',
  'bikes',
  'toys and food',
] as const
export type CarefulWith = (typeof CAREFUL_WITH)[number]

export const DOGS_PER_USER = 50
export const DOG_NAME_MAX = 80
export const DOG_BIO_MAX = 1000
export const DOG_AGE_MAX = 25

/** "1 year", "3 years". */
export const ageLabel = (years: number) => `${years} ${years === 1 ? 'year' : 'years'}`
