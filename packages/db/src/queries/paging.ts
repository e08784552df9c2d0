import { ADMIN_TOTAL_MAX } from '@barkyard/domain/admin'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../open.ts'
import { isId } from './ids.ts'

/** One page of a list. */
export interface Page<T> {
  items: T[]
  /** The id of the last item if more follow, otherwise null. */
  nextCursor: string | null
  total: number
}

/** The refusal of every list: the row that the cursor names is not in the list, or not any more. */
export type UnknownCursor = 'unknown cursor'

/**
 * Finds the row that a cursor names.
 * @param find looks for it among the rows of the list.
 * @returns null without a cursor.
 */
export async function findCursor<R>(
  cursor: string | undefined,
  find: (id: string) => Promise<R | undefined>,
): Promise<R | UnknownCursor | null> {
  if (cursor === undefined) return null
  return (isId(cursor) ? await find(cursor) : undefined) ?? 'unknown cursor'
}

/** Makes a page of `limit + 1` rows that were read for it. */
export const cutPage = <R extends { id: string }, T>(rows: readonly R[], limit: number, toItem: (row: R) => T) => ({
  items: rows.slice(0, limit).map(toItem),
  nextCursor: rows.length > limit ? (rows[limit - 1]?.id ?? null) : null,
})

/** A LIKE pattern that matches texts containing the search in any case; null if there is nothing to search for. */
export const containing = (search: string | undefined): string | null =>
  search ? `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%` : null

/**
 * The total number of rows of a filtered list. Counting stops at ADMIN_TOTAL_MAX, so its cost does not grow with the table. If the
 * first page contains everything, nothing is counted.
 * @param read the number of rows that the page's query read, of `limit + 1`.
 */
export async function totalOf(
  db: Db,
  all: RawBuilder<unknown>,
  page: { cursor?: string | undefined; limit: number },
  read: number,
): Promise<number> {
  if (page.cursor === undefined && read <= page.limit) return read
  const { rows } = await sql<{
    total: number
  }>`SELECT count(*)::int AS total FROM (${all} LIMIT ${sql.lit(ADMIN_TOTAL_MAX)}) AS found`.execute(db)
  return rows[0]?.total ?? 0
}
