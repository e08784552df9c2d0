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
    distance: wholeNumber(DISTANCE_MIN, DISTANCE_MAX).default(DISTANCE_DEFAULT),
    ageMin: wholeNumber(0, 100).optional(),
    ageMax: wholeNumber(0, 100).optional(),
    sizes: z.array(sizeSchema).max(FILTER_WORDS_MAX).optional(),
    temperaments: z.array(temperamentSchema).max(FILTER_WORDS_MAX).optional(),
    limit: wholeNumber(1, SNIFF_PAGE_MAX).default(SNIFF_PAGE_DEFAULT),
    cursor: z.string().min(1).max(200).optional(),
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
