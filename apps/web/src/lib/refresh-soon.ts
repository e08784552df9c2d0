import type { Query, QueryKey } from '@tanstack/react-query'
import { errorStatus, queryClient } from '../trpc.ts'
import { Paced } from './paced.ts'
import { shown } from './shown.ts'

/** One for each query on the screen that was refreshed lately. */
export const paced = new Map<string, Paced>()

/** Queries that were in progress when the change was reported: their answer may be older than it. */
const answeredBefore = new Set<string>()

/** What was not found stays: asked for again it would be a spinner for a moment. */
export const isWorthAsking = ({ state }: Query) => errorStatus(state.error) !== 404

/** Refreshes queries after changes by others: on the screen each at a limited pace, the others when they are shown. */
export async function refreshSoon(queryKey: QueryKey = []): Promise<void> {
  await queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
  for (const query of queryClient.getQueryCache().findAll({ queryKey, type: 'active' })) {
    if (query.state.fetchStatus === 'fetching') answeredBefore.add(query.queryHash)
    paceOf(query.queryHash).ask()
  }
}

function paceOf(hash: string): Paced {
  const known = paced.get(hash)
  if (known) return known
  for (const [other, one] of paced) if (one.isIdle) paced.delete(other)
  const made = new Paced(() => readAgain(hash))
  paced.set(hash, made)
  return made
}

async function readAgain(hash: string): Promise<void> {
  await shown()
  const query = queryClient.getQueryCache().get(hash)
  if (query?.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined)
  // An answer marks a query as valid, even if a change was reported in between.
  if (answeredBefore.delete(hash)) query?.invalidate()
  // The screen may have been left, or the query refreshed already.
  if (query?.isActive() && query.state.isInvalidated && isWorthAsking(query))
    await queryClient.refetchQueries({ queryKey: query.queryKey, exact: true })
}
