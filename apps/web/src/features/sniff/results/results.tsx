import type { SniffDog } from '@barkyard/domain/schemas/dog'
import { type SniffFilter, toSniffQuery } from '@barkyard/domain/sniff'
import { type ReactNode, useMemo } from 'react'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { lazyWithRetry } from '../../../components/lazy-with-retry.tsx'
import { LoadMore } from '../../../components/load-more.tsx'
import { Spinner } from '../../../components/loading.tsx'
import { paged, useInfiniteList } from '../../../lib/list-pages.ts'
import { inOrder, type Order } from '../../../lib/sniff-address.ts'
import { trpc } from '../../../trpc.ts'
import { SkeletonCards } from '../skeletons.tsx'
import { ResultGrid, type ResultGridProps } from './result-grid.tsx'

const HelpfulStep = lazyWithRetry(() => import('./helpful-step.tsx').then(module => module.HelpfulStep))

/** Long enough to read a few dog pages and return to the same list. */
const KEPT_FOR = 30 * 60_000

export function useSniff(filter: SniffFilter, order: Order) {
  const { items, ...list } = useInfiniteList<SniffDog>(
    trpc.sniff.search.useInfiniteQuery(toSniffQuery(filter), { ...paged, gcTime: KEPT_FOR }),
  )
  const dogs = useMemo(() => inOrder(items, order), [items, order])
  return { ...list, dogs }
}

interface ResultsProps extends Pick<ResultGridProps, 'parts' | 'rowsKey' | 'returnTo' | 'walk'> {
  sniff: ReturnType<typeof useSniff>
  order: Order
  filter: SniffFilter
  onLoosen: (filter: SniffFilter) => void
  ways: (isMain: boolean) => ReactNode
}

/** Loads more dogs: automatically in the order of distance, otherwise on request, because new dogs would move the list. */
function More({ sniff, order }: Pick<ResultsProps, 'sniff' | 'order'>) {
  if (order === 'nearest' && sniff.hasMore && !sniff.moreFailed)
    // As high as the spinner, so that nothing jumps.
    return sniff.loadingMore ? <Spinner label="Loading more dogs" /> : <div style={{ minHeight: 240 }} />
  return (
    <>
      {sniff.hasMore && !sniff.moreFailed ? (
        <p className="quiet" style={{ marginTop: 32, textAlign: 'center' }}>
          These are the first {sniff.dogs.length} dogs, best match first.
        </p>
      ) : null}
      <LoadMore list={sniff} what="dogs" label="Load more dogs" />
    </>
  )
}

export function Results({ sniff, order, filter, onLoosen, ways, ...grid }: ResultsProps) {
  if (sniff.failed) return <ErrorState error={sniff.failed} onRetry={sniff.retry} />
  if (sniff.loading && !sniff.stale)
    return (
      // The status line shows it.
      <div aria-hidden="true">
        <SkeletonCards cards={6} label="" />
      </div>
    )
  if (sniff.dogs.length === 0)
    return (
      <EmptyState
        mood="nose-up"
        text="No dogs found in your area. Try adjusting your filters or check back later!"
        action={<HelpfulStep filter={filter} onChange={onLoosen} ways={ways} />}
      />
    )
  return (
    <>
      <ResultGrid
        {...grid}
        dogs={sniff.dogs}
        hasMore={sniff.hasMore}
        onNearEnd={order === 'nearest' && !sniff.moreFailed ? sniff.loadMore : undefined}
        stale={sniff.stale}
      />
      <More sniff={sniff} order={order} />
    </>
  )
}
