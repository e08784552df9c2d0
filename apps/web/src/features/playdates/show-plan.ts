import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { afterPaint } from '../../lib/after-paint.ts'
import type { MorePages } from '../../lib/list-pages.ts'

/** Frames to wait for a dialog to close, or for a card to be drawn. */
const PATIENCE = 120
/** The most pages that are read to find a plan. */
const PAGES_MAX = 20

/** Scrolls to a playdate, to the middle, because toasts are at the edges, and focuses it. */
export function showPlan(id: string, frames = PATIENCE): void {
  const card = document.getElementById(`playdate-${id}`)?.closest<HTMLElement>('article, li')
  if (frames > 0 && (!card || document.querySelector('[role=dialog]')))
    return void requestAnimationFrame(() => showPlan(id, frames - 1))
  if (!card) return
  card.scrollIntoView({ block: 'center' })
  card.focus({ preventScroll: true })
}

export const hashOf = (id: string) => `#playdate-${id}`

export const planIn = (hash: string): string | undefined => /^#playdate-(.+)$/.exec(hash)?.[1]

export const useIsShown = (id: string) => useLocation().hash === hashOf(id)

type PlanList = Partial<MorePages> & { plans: readonly { playdate: Pick<Playdate, 'id'> }[] | undefined }

/** Shows the plan that the address names, `#playdate-ID`. If it is on no page that is loaded, further ones are loaded. */
export function useShowPlan(lists: readonly PlanList[]): void {
  const { hash, key } = useLocation()
  const id = planIn(hash)
  const pagesLeft = useRef(PAGES_MAX)
  const isThere = lists.some(({ plans }) => plans?.some(({ playdate }) => playdate.id === id))
  // In the order of the lists, once the page before is there.
  const next = lists.find(({ plans, hasMore }) => !plans || hasMore)
  const isReady = next?.plans !== undefined && !next.loadingMore && !next.moreFailed
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that one comes here, not when plans change
  useEffect(() => {
    // The page's heading takes the focus after its paint too, and the browser scrolls by itself.
    if (id !== undefined && isThere) return afterPaint(() => showPlan(id))
  }, [id, key, isThere])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (id === undefined || isThere || !isReady || pagesLeft.current === 0) return
    pagesLeft.current--
    next.loadMore?.()
  }, [id, isThere, isReady])
}
