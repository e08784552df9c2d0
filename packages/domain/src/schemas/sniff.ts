import { z } from 'zod'
import {
  DISTANCE_DEFAULT,
  DISTANCE_MAX,
  DISTANCE_MIN,
  FILTER_WORDS_MAX,
  SNIFF_PAGE_DEFAULT,
  SNIFF_PAGE_MAX,
  SNIFF_TOTAL_MAX,
} from '../sniff.ts'
import { sizeSchema, sniffDogSchema, temperamentSchema } from './dog.ts'

const wholeNumber = (min: number, max: number) => z.number().int().min(min).max(max)

/** A search for dogs. Distances in km, bounds inclusive; an absent or empty list filters nothing. */
export const sniffQuerySchema = z
  .object({
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
    limit: wholeNumber(1, SNIFF_PAGE_MAX).default(SNIFF_PAGE_DEFAULT).describe('The maximum number of items.'),
    cursor: z
      .string()
      .min(1)
      .max(200)
      .describe('The `X-Next-Cursor` of the previous page. Absent: the first page.')
      .optional(),
  })
  .refine(query => (query.ageMin ?? 0) <= (query.ageMax ?? Number.POSITIVE_INFINITY), {
    path: ['ageMin'],
    message: 'ageMin must not be above ageMax',
  })

export const sniffPageSchema = z.object({
  items: z.array(sniffDogSchema),
  nextCursor: z.string().nullable(),
  total: z.number().int().min(0).max(SNIFF_TOTAL_MAX),
})
export type SniffPage = z.infer<typeof sniffPageSchema>
