import { z } from 'zod'
import { type Size, sizeSchema, sniffDogSchema, type Temperament, temperamentSchema } from './dog.ts'

export const DISTANCE_MIN = 5
export const DISTANCE_MAX = 100
export const DISTANCE_STEP = 5
export const DISTANCE_DEFAULT = 25
/** The page's age slider ends at 20 and means "20 or older" there, while dogs reach 25. */
export const AGE_SLIDER_MAX = 20
export const AGE_RANGE_DEFAULT: readonly [number, number] = [0, 15]
export const SNIFF_PAGE_DEFAULT = 50
export const SNIFF_PAGE_MAX = 100
/** Counting stops here; a total of this many means "this many or more". */
export const SNIFF_TOTAL_MAX = 1000

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

/** The filter as the query's parameters: empty ones left out, lists comma-joined, no upper age at the slider's end. */
export function toSniffQuery(filter: SniffFilter) {
  const [ageMin, ageMax] = filter.ageRange
  return {
    distance: filter.distance,
    ageMin,
    ...(ageMax < AGE_SLIDER_MAX && { ageMax }),
    ...(filter.sizes.length > 0 && { sizes: filter.sizes.join(',') }),
    ...(filter.temperaments.length > 0 && { temperaments: filter.temperaments.join(',') }),
  }
}
