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
