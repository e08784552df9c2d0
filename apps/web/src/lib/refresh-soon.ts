import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from '../trpc.ts'
import { Paced } from './paced.ts'
import { shown } from './shown.ts'

/** One for each query on the screen that was asked to be read again lately. */
const paced = new Map<string, Paced>()

/** Queries that were being read when the change was told: their answer may be from before it. */
const answeredBefore = new Set<string>()

/**
 * Reads again what others have changed: each query on the screen at its own pace, so that no number of changes uses up
 * the user's calls. What is not on the screen is read when it is shown.
 */
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
  // An answer makes a query valid again, whatever was told while it was on its way.
  if (answeredBefore.delete(hash)) query?.invalidate()
  // Somebody may have left the screen, or read it again already.
  if (query?.isActive() && query.state.isInvalidated)
    await queryClient.refetchQueries({ queryKey: query.queryKey, exact: true })
}
