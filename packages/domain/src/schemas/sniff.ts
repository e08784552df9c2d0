import { z } from 'zod'
import {
  DISTANCE_DEFAULT,
  DISTANCE_MAX,
  DISTANCE_MIN,
  FILTER_WORDS_MAX,
  SNIFF_PAGE_DEFAULT,
  SNIFF_PAGE_MAX,
  SNIFF_TOTAL_MAX,
  WIDER_DROPS,
} from '../sniff.ts'
import { VERIFICATION_KINDS } from '../verification.ts'
import { sexSchema, sizeSchema, sniffDogSchema, temperamentSchema } from './dog.ts'
import { yesOrNo } from './fields.ts'
import { cursor, limitOf } from './paging.ts'

const wholeNumber = (min: number, max: number) => z.number().int().min(min).max(max)

/** The filters of a search. Distances in km, bounds inclusive; an absent or empty list filters nothing. */
export const searchFilters = {
  distance: wholeNumber(DISTANCE_MIN, DISTANCE_MAX)
    .default(DISTANCE_DEFAULT)
    .describe('The largest distance from your location in km, inclusive.'),
  ageMin: wholeNumber(0, 100)
    .describe('The youngest age in years, inclusive. Absent: no bound. At most `ageMax`.')
    .optional(),
  ageMax: wholeNumber(0, 100).describe('The oldest age in years, inclusive. Absent: no bound.').optional(),
  sizes: z
    .array(sizeSchema)
    .max(FILTER_WORDS_MAX)
    .describe('Sizes, of which a dog has one. Comma-joined or repeated. Absent or empty: any size.')
    .optional(),
  temperaments: z
    .array(temperamentSchema)
    .max(FILTER_WORDS_MAX)
    .describe('Temperaments, of which a dog has at least one. Comma-joined or repeated. Absent or empty: any.')
    .optional(),
  sex: sexSchema.describe('The sex. Absent: either.').optional(),
  verified: z
    .array(z.enum(VERIFICATION_KINDS))
    .max(FILTER_WORDS_MAX)
    .describe('What moderators must have checked, all of them. Comma-joined or repeated. Absent or empty: nothing.')
    .optional(),
}

export const isAgeRange = (query: { ageMin?: number | undefined; ageMax?: number | undefined }) =>
  (query.ageMin ?? 0) <= (query.ageMax ?? Number.POSITIVE_INFINITY)
const AGE_RANGE = { path: ['ageMin'], message: 'ageMin must not be above ageMax' }

export const sniffQuerySchema = z
  .object({
    ...searchFilters,
    matched: yesOrNo('`no`: only dogs that the acting dog has no match with. `yes` or absent: all.'),
    order: z.literal('nearest').describe('The order, of which there is one.').optional(),
    limit: limitOf(SNIFF_PAGE_MAX, SNIFF_PAGE_DEFAULT),
    cursor,
  })
  .refine(isAgeRange, AGE_RANGE)

export const widerQuerySchema = z.object(searchFilters).refine(isAgeRange, AGE_RANGE)
export type WiderQuery = z.infer<typeof widerQuerySchema>

const total = wholeNumber(1, SNIFF_TOTAL_MAX).describe(`The number of dogs found then, up to ${SNIFF_TOTAL_MAX}.`)

/** Exactly one of distance and drop is there. */
export const widerSchema = z
  .union([
    z.object({
      distance: wholeNumber(DISTANCE_MIN, DISTANCE_MAX).describe('The next distance in km at which dogs are found.'),
      total,
    }),
    z.object({
      drop: z.enum(WIDER_DROPS).describe('The filter without which dogs are found at the same distance.'),
      total,
    }),
  ])
  .meta({ id: 'Wider', description: 'How to find somebody: search farther, or without one of the filters.' })
export type Wider = z.infer<typeof widerSchema>

export const sniffPageSchema = z.object({
  items: z.array(sniffDogSchema),
  nextCursor: z.string().nullable(),
  total: z.number().int().min(0).max(SNIFF_TOTAL_MAX),
})
export type SniffPage = z.infer<typeof sniffPageSchema>
