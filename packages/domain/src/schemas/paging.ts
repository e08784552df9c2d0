import { z } from 'zod'
import { LIST_PAGE_MAX } from '../paging.ts'

/** Opaque: the position of the last item of the previous page. */
export const cursor = z
  .string()
  .min(1)
  .max(2_000)
  .describe('The `X-Next-Cursor` of the previous page. Absent: the first page.')
  .optional()

/** The items of a page: `usual` if the caller does not say. */
export const limitOf = (most: number, usual: number) =>
  z.number().int().min(1).max(most).default(usual).describe('The maximum number of items.')

/** A page of a list: `usual` items if the caller does not say. */
export const listQueryOf = (usual: number) => z.object({ limit: limitOf(LIST_PAGE_MAX, usual), cursor })
export type ListQuery = z.infer<ReturnType<typeof listQueryOf>>

/** What a list returns: over REST the items alone, and the cursor is in a header. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })

/** The same of a list that is counted. */
export const countedPageOf = <T extends z.ZodType>(item: T) => pageOf(item).extend({ total: z.number().int().min(0) })
