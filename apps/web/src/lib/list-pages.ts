import { errorStatus } from '../trpc.ts'

/** The pages of a list that are not loaded yet. */
export interface MorePages {
  hasMore: boolean
  loadingMore: boolean
  moreFailed: boolean
  loadMore: () => void
}

/** The parts of an infinite query that `morePages` needs. */
export interface PagedQuery {
  error: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
  refetch: () => Promise<unknown>
}

export const morePages = (query: PagedQuery): MorePages => ({
  hasMore: query.hasNextPage,
  loadingMore: query.isFetchingNextPage,
  moreFailed: query.isFetchNextPageError,
  // 400: the item of the cursor is gone. Read the list from its start.
  loadMore: () =>
    void (query.isFetchNextPageError && errorStatus(query.error) === 400 ? query.refetch() : query.fetchNextPage()),
})

/** The items of all pages. An item that moved while two pages were read may be in both. */
export const itemsOf = <T extends { id: string }>(pages: readonly (readonly T[])[]): T[] => [
  ...new Map(pages.flat().map(item => [item.id, item])).values(),
]
