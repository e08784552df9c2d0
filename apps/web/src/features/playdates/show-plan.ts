import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { MorePages } from '../../lib/list-pages.ts'
import type { UpcomingPlaydate } from './data.ts'

/** Frames to wait for a dialog to close, or for a card to be drawn. */
const PATIENCE = 120
/** The most pages that are read to find a plan. */
const PAGES_MAX = 20

/** Scrolls to a playdate, to the middle, because toasts are at the edges. It is focused and marked until the focus leaves it. */
export function showPlan(id: string, frames = PATIENCE): void {
  const card = document.getElementById(`playdate-${id}`)?.closest<HTMLElement>('article, li')
  if (frames > 0 && (!card || document.querySelector('[role=dialog]')))
    return void requestAnimationFrame(() => showPlan(id, frames - 1))
  if (!card) return
  card.scrollIntoView({ block: 'center' })
  card.focus({ preventScroll: true })
  card.dataset.shown = 'true'
  card.addEventListener('blur', () => delete card.dataset.shown, { once: true })
}

type PlanList = MorePages & { plans: readonly UpcomingPlaydate[] | undefined }

/** Shows the plan that the address names, `#playdate-ID`. If it is on no page that is loaded, further ones are loaded. */
export function useShowPlan(lists: readonly PlanList[]): void {
  const { hash, key } = useLocation()
  const id = /^#playdate-(.+)$/.exec(hash)?.[1]
  const pagesLeft = useRef(PAGES_MAX)
  const isThere = lists.some(({ plans }) => plans?.some(({ playdate }) => playdate.id === id))
  // In the order of the lists, once the page before is there.
  const next = lists.find(({ plans, hasMore }) => !plans || hasMore)
  const isReady = next?.plans !== undefined && !next.loadingMore && !next.moreFailed
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that one comes here, not when plans change
  useEffect(() => {
    if (id !== undefined && isThere) showPlan(id)
  }, [id, key, isThere])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (id === undefined || isThere || !isReady || pagesLeft.current === 0) return
    pagesLeft.current--
    next.loadMore()
  }, [id, isThere, isReady])
}
