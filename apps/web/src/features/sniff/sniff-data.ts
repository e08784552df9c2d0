import type { SniffDog } from '@barkyard/domain/dog'
import { type SniffFilter, toSniffQuery } from '@barkyard/domain/sniff'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { errorStatus, trpc } from '../../trpc.ts'
import type { Order } from './sniff-address.ts'

/** Long enough to read a few dog pages and find the list as it was left. */
const KEPT_FOR = 30 * 60_000

/** The loaded dogs, in the order asked for. Those that suit equally well stay nearest first. */
export function inOrder(dogs: readonly SniffDog[], order: Order): readonly SniffDog[] {
  if (order === 'nearest') return dogs
  const score = (dog: SniffDog) => dog.compatibility?.score ?? -1
  return dogs.toSorted((a, b) => score(b) - score(a))
}

/** The dogs that pass the filter, a page at a time. `stale` = those of the filter before, until the answer is there. */
export function useSniff(filter: SniffFilter, order: Order) {
  const query = trpc.sniff.search.useInfiniteQuery(toSniffQuery(filter), {
    getNextPageParam: page => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    gcTime: KEPT_FOR,
    // The filters stay at hand when a search fails: the results say so in their own place.
    throwOnError: false,
  })
  const pages = query.data?.pages
  const loaded = useMemo(() => {
    // Somebody who moves between two pages being read would be in both.
    const byId = new Map(pages?.flatMap(page => page.items.map(dog => [dog.id, dog] as const)))
    return [...byId.values()]
  }, [pages])
  const dogs = useMemo(() => inOrder(loaded, order), [loaded, order])

  const loadMore = () => {
    if (!query.hasNextPage || query.isFetching) return
    // The dog the next page would have followed is gone: all is read anew.
    if (query.isFetchNextPageError && errorStatus(query.error) === 400) void query.refetch()
    else void query.fetchNextPage()
  }

  return {
    dogs,
    /** Stops at 1,000; null while nothing is known. */
    total: pages?.at(-1)?.total ?? null,
    loading: query.isPending || query.isPlaceholderData,
    stale: query.isPlaceholderData,
    failed: query.isError && query.data === undefined,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage && !query.isPlaceholderData,
    loadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    loadMore,
  }
}
