import { type InfiniteData, keepPreviousData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { errorStatus } from '../trpc.ts'

interface ListPage<T> {
  items: T[]
  nextCursor: string | null
  total?: number
}

type PagedQuery<T> = UseInfiniteQueryResult<InfiniteData<ListPage<T>> | undefined, unknown>

export const itemsOfPage = <T>(page: ListPage<T>): T[] => page.items

export const nextCursorOf = (page: { nextCursor: string | null }) => page.nextCursor ?? undefined

export const paged = {
  getNextPageParam: nextCursorOf,
  placeholderData: keepPreviousData,
  throwOnError: false,
} as const

/** Joins the pages of an infinite query into one list without duplicates. */
export function useInfiniteList<T extends { id: string }>(query: PagedQuery<T>) {
  const stale = query.isPlaceholderData
  const pages = query.data?.pages
  const items = useMemo(() => itemsOf(pages), [pages])
  const more = useMorePages(query)
  return {
    items,
    /** The number of items that the search finds, loaded or not; null until the first answer. */
    total: pages?.at(-1)?.total ?? null,
    /** No answer to this search has arrived yet. */
    loading: query.isPending || stale,
    /** `items` belong to the previous search until the answer to this one arrives. */
    stale,
    /** Why nothing is shown, if there is no answer to it at all. */
    failed: pages === undefined && query.error,
    retry: () => void query.refetch(),
    ...more,
    hasMore: query.hasNextPage && !stale,
    loadMore: () => {
      if (!stale) more.loadMore()
    },
  }
}

export type InfiniteList<T> = ReturnType<typeof useInfiniteList<T & { id: string }>>

/** The further pages of a list. While the list is read again, the next one waits: it would end that, and old pages stay. */
export function useMorePages({ hasNextPage, isFetching, fetchNextPage, ...query }: PagedQuery<unknown>) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (!isWanted || isFetching) return
    setWanted(false)
    if (hasNextPage) void fetchNextPage({ cancelRefetch: false })
  }, [isWanted, isFetching, hasNextPage, fetchNextPage])
  return {
    hasMore: hasNextPage,
    loadingMore: query.isFetchingNextPage || (isWanted && hasNextPage),
    moreFailed: query.isFetchNextPageError,
    loadMore: () => {
      // 400: the item of the cursor is gone. Read the list from its start.
      if (query.isFetchNextPageError && errorStatus(query.error) === 400) void query.refetch()
      // Scrolling asks more often than pages are read.
      else if (hasNextPage && !query.isFetchingNextPage) setWanted(true)
    },
  }
}

export type MorePages = ReturnType<typeof useMorePages>

/** The items of all pages. An item that moved while two pages were read may be in both. */
export const itemsOf = <T extends { id: string }>(pages: readonly ListPage<T>[] = []): T[] => [
  ...new Map(pages.flatMap(({ items }) => items).map(item => [item.id, item])).values(),
]
