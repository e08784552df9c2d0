import { z } from 'zod'
import { SEARCH_NAME_MAX } from '../search.ts'
import { id, shape, text, time, trimmedText } from './fields.ts'
import { isAgeRange, searchFilters } from './sniff.ts'

const listed = <T extends z.ZodType>(list: z.ZodOptional<z.ZodArray<T>>) => list.unwrap().default([])

const searchFiltersSchema = z
  .object({
    ...searchFilters,
    sizes: listed(searchFilters.sizes).describe('Sizes, of which a dog has one. Empty: any size.'),
    temperaments: listed(searchFilters.temperaments).describe(
      'Temperaments, of which a dog has at least one. Empty: any.',
    ),
    verified: listed(searchFilters.verified).describe(
      'What moderators must have checked, all of them. Empty: nothing.',
    ),
  })
  .refine(isAgeRange, { path: ['ageMin'], message: 'ageMin must not be above ageMax' })
  .meta({ id: 'SearchFilters', description: 'The filters of a search. Bounds are inclusive.' })
export type SearchFilters = z.infer<typeof searchFiltersSchema>

const name = trimmedText(1, SEARCH_NAME_MAX).describe('Its name, in your words.')

export const newSearchSchema = shape('NewSearch', 'A search to save.', {
  name,
  filters: searchFiltersSchema.describe('What it looks for.'),
})
export type NewSearch = z.infer<typeof newSearchSchema>

export const searchSchema = shape('Search', 'A saved search. You are notified of new dogs in it.', {
  id: id.describe('The id of the search.'),
  name: text('Its name.'),
  filters: searchFiltersSchema.describe('What it looks for.'),
  createdAt: time('When it was saved. ISO 8601 in UTC.'),
})
export type Search = z.infer<typeof searchSchema>
