import { ADMIN_TOTAL_MAX } from '@barkyard/domain/admin'
import { type RawBuilder, sql } from 'kysely'

/** One page of a list. */
export interface Page<T> {
  items: T[]
  /** The id of the last item where more follow. */
  nextCursor: string | null
  total: number
}

/** The LIKE pattern of "contains this, in any case"; null where there is nothing to search for. */
export const containing = (search: string | undefined): string | null =>
  search ? `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%` : null

/** How many rows a query has; counting stops at 100,000, so that it does not grow with the table. */
export const countOf = (rows: RawBuilder<unknown>): RawBuilder<{ total: number }> =>
  sql<{ total: number }>`SELECT count(*)::int AS total FROM (${rows} LIMIT ${sql.lit(ADMIN_TOTAL_MAX)}) AS found`
