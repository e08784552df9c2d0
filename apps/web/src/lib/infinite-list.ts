import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { errorStatus } from '../trpc.ts'

/** A list that loads its pages while scrolling. */
export interface InfiniteList<T> {
  items: readonly T[]
  /** The number of items that the search finds, loaded or not; null until the first answer. */
  total: number | null
  /** No answer to this search has arrived yet. */
  loading: boolean
  /** `items` belong to the previous search until the answer to this one arrives. */
  stale: boolean
  failed: boolean
  retry: () => void
  hasMore: boolean
  loadingMore: boolean
  moreFailed: boolean
  loadMore: () => void
}

interface InfiniteQuery<T> {
  data: { pages: { items: T[]; total: number }[] } | undefined
  error: unknown
  isError: boolean
  isPending: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  isPlaceholderData: boolean
  hasNextPage: boolean
  fetchNextPage: () => Promise<unknown>
  refetch: () => Promise<unknown>
}

/** Options of an infinite query whose answers have a `nextCursor`. Errors are shown in the list itself. */
export const paged = {
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
  placeholderData: keepPreviousData,
  throwOnError: false,
} as const

/** Joins the pages of an infinite query into one list without duplicates. */
export function useInfiniteList<T extends { id: string }>(query: InfiniteQuery<T>): InfiniteList<T> {
  const pages = query.data?.pages
  // An item that moves while two pages are read may be in both.
  const items = useMemo(
    () => [...new Map(pages?.flatMap(page => page.items.map(item => [item.id, item] as const))).values()],
    [pages],
  )
  const loadMore = () => {
    if (!query.hasNextPage || query.isFetching) return
    // 400: the item of the cursor is gone. Read the list from its start.
    if (query.isFetchNextPageError && errorStatus(query.error) === 400) void query.refetch()
    else void query.fetchNextPage()
  }
  return {
    items,
    total: pages?.at(-1)?.total ?? null,
    loading: query.isPending || query.isPlaceholderData,
    stale: query.isPlaceholderData,
    failed: query.isError && pages === undefined,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage && !query.isPlaceholderData,
    loadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    loadMore,
  }
}
