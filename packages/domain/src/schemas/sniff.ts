import { z } from 'zod'
import {
  DISTANCE_DEFAULT,
  DISTANCE_MAX,
  DISTANCE_MIN,
  SNIFF_PAGE_DEFAULT,
  SNIFF_PAGE_MAX,
  SNIFF_TOTAL_MAX,
} from '../sniff.ts'
import { sizeSchema, sniffDogSchema, temperamentSchema } from './dog.ts'

/** "a,b" on the wire, a list inside; absent or empty means no filter. */
const commaJoined = <T extends string>(item: z.ZodType<T, T>) => {
  const items = z.array(item)
  return z
    .string()
    .max(200)
    .transform((text, check): T[] => {
      const list = items.safeParse(text.split(',').filter(part => part !== ''))
      if (list.success) return list.data
      check.addIssue({ code: 'custom', message: 'Unknown value in the list' })
      return z.NEVER
    })
    .optional()
}

const wholeNumber = (min: number, max: number) => z.number().int().min(min).max(max)

/** The query of GET /api/sniff. Distances in km, bounds inclusive. */
export const sniffQuerySchema = z
  .object({
    distance: wholeNumber(DISTANCE_MIN, DISTANCE_MAX).default(DISTANCE_DEFAULT),
    ageMin: wholeNumber(0, 100).optional(),
    ageMax: wholeNumber(0, 100).optional(),
    sizes: commaJoined(sizeSchema),
    temperaments: commaJoined(temperamentSchema),
    limit: wholeNumber(1, SNIFF_PAGE_MAX).default(SNIFF_PAGE_DEFAULT),
    cursor: z.string().min(1).max(200).optional(),
  })
  .refine(query => (query.ageMin ?? 0) <= (query.ageMax ?? Number.POSITIVE_INFINITY), {
    path: ['ageMin'],
    message: 'ageMin must not be above ageMax',
  })
export type SniffQuery = z.infer<typeof sniffQuerySchema>

export const sniffPageSchema = z.object({
  items: z.array(sniffDogSchema),
  nextCursor: z.string().nullable(),
  total: z.number().int().min(0).max(SNIFF_TOTAL_MAX),
})
export type SniffPage = z.infer<typeof sniffPageSchema>
