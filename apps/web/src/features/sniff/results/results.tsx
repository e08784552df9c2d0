import type { SniffFilter } from '@barkyard/domain/sniff'
import type { ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { lazyWithRetry } from '../../../components/lazy-with-retry.tsx'
import { SkeletonCards, Spinner } from '../../../components/loading.tsx'
import type { Order } from '../../../lib/sniff-address.ts'
import type { useSniff } from '../data.ts'
import { type CardParts, ResultGrid } from './result-grid.tsx'
import classes from './results.module.css'

const HelpfulStep = lazyWithRetry(() => import('./helpful-step.tsx').then(module => module.HelpfulStep))

interface ResultsProps {
  parts: CardParts
  sniff: ReturnType<typeof useSniff>
  order: Order
  rowsKey: string
  returnTo: string | null
  filter: SniffFilter
  /** Called with a filter that finds a dog, if the current one finds none. */
  onLoosen: (filter: SniffFilter) => void
  ways: (isMain: boolean) => ReactNode
  walk: ReactNode
}

/** Loads more dogs: automatically in the order of distance, otherwise on request, because new dogs would move the list. */
function More({ sniff, order }: Pick<ResultsProps, 'sniff' | 'order'>) {
  if (sniff.moreFailed && !sniff.loadingMore)
    return (
      <div className={classes.more} role="alert">
        <p>We couldn't load more dogs.</p>
        <Button variant="default" onClick={sniff.loadMore}>
          Try again
        </Button>
      </div>
    )
  if (!sniff.hasMore) return null
  if (order === 'match')
    return (
      <div className={classes.more}>
        <p>These are the {sniff.dogs.length} nearest dogs, best match first.</p>
        <Button variant="default" loading={sniff.loadingMore} onClick={sniff.loadMore}>
          Load more dogs
        </Button>
      </div>
    )
  return sniff.loadingMore ? <Spinner label="Loading more dogs" /> : <div className={classes.ahead} />
}

export function Results(props: ResultsProps) {
  const { parts, sniff, order, rowsKey, returnTo, filter, onLoosen, ways, walk } = props
  if (sniff.failed) return <ErrorState onRetry={sniff.retry} />
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
        parts={parts}
        dogs={sniff.dogs}
        walk={walk}
        hasMore={sniff.hasMore}
        onNearEnd={order === 'nearest' && !sniff.moreFailed ? sniff.loadMore : undefined}
        rowsKey={rowsKey}
        returnTo={returnTo}
        stale={sniff.stale}
      />
      <More sniff={sniff} order={order} />
    </>
  )
}
