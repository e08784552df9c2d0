import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { itemsOf, type MorePages, morePages, type PagedQuery } from './list-pages.ts'

/** A list that loads its pages while scrolling. */
export interface InfiniteList<T> extends MorePages {
  items: readonly T[]
  /** The number of items that the search finds, loaded or not; null until the first answer. */
  total: number | null
  /** No answer to this search has arrived yet. */
  loading: boolean
  /** `items` belong to the previous search until the answer to this one arrives. */
  stale: boolean
  failed: boolean
  retry: () => void
}

interface InfiniteQuery<T> extends PagedQuery {
  data: { pages: { items: T[]; total: number }[] } | undefined
  isError: boolean
  isPending: boolean
  isFetching: boolean
  isPlaceholderData: boolean
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
  const items = useMemo(() => itemsOf((pages ?? []).map(page => page.items)), [pages])
  const more = morePages(query)
  return {
    items,
    total: pages?.at(-1)?.total ?? null,
    loading: query.isPending || query.isPlaceholderData,
    stale: query.isPlaceholderData,
    failed: query.isError && pages === undefined,
    retry: () => void query.refetch(),
    ...more,
    hasMore: query.hasNextPage && !query.isPlaceholderData,
    // Scrolling asks more often than pages are read.
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) more.loadMore()
    },
  }
}
