import type { ReactNode } from 'react'
import type { InfiniteList } from '../lib/list-pages.ts'
import { ErrorState } from './error-state.tsx'
import { SkeletonRows } from './loading.tsx'

interface LoadedProps<T> {
  query: { data: T | undefined; isError: boolean; error?: unknown; refetch: () => unknown }
  /** "We couldn't load your devices" */
  failed: string
  /** About as high as what follows, so that what is below stays in place. */
  rows?: number
  children?: (data: T) => ReactNode
}

/** A list for `Loaded`: its items, once an answer to this search has arrived. */
export const loadedList = <T extends { id: string }>({ items, loading, failed, retry }: InfiniteList<T>) => ({
  data: loading || failed ? undefined : items,
  isError: Boolean(failed),
  error: failed,
  refetch: retry,
})

export const Loaded = <T,>({ query, failed, rows = 1, children }: LoadedProps<T>) =>
  query.data !== undefined ? (
    (children?.(query.data) ?? null)
  ) : query.isError ? (
    <ErrorState title={failed} error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <SkeletonRows rows={rows} />
  )
