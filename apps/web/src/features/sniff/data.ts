import type { SniffDog } from '@barkyard/domain/schemas/dog'
import { type SniffFilter, toSniffQuery } from '@barkyard/domain/sniff'
import { useMemo } from 'react'
import { paged, useInfiniteList } from '../../lib/list-pages.ts'
import { inOrder, type Order } from '../../lib/sniff-address.ts'
import { trpc } from '../../trpc.ts'

/** Long enough to read a few dog pages and return to the same list. */
const KEPT_FOR = 30 * 60_000

/** The dogs that match the filter, page by page. `total` stops at 1,000. */
export function useSniff(filter: SniffFilter, order: Order) {
  const { items, ...list } = useInfiniteList<SniffDog>(
    trpc.sniff.search.useInfiniteQuery(toSniffQuery(filter), { ...paged, gcTime: KEPT_FOR }),
  )
  const dogs = useMemo(() => inOrder(items, order), [items, order])
  return { ...list, dogs }
}
