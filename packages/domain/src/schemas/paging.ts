import { z } from 'zod'
import { LIST_PAGE_MAX } from '../paging.ts'
import { id } from './text.ts'

/** A page of a list. Each list has its own default limit. The cursor is the id of the last item of the previous page. */
export const listQuerySchema = z
  .object({
    limit: z.number().int().min(1).max(LIST_PAGE_MAX).describe('The maximum number of items.').optional(),
    cursor: id.describe('The `X-Next-Cursor` of the previous page. Absent: the first page.').optional(),
  })
  .optional()
export type ListQuery = NonNullable<z.infer<typeof listQuerySchema>>
