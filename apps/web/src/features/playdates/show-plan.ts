import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import type { UpcomingPlaydate } from './data.ts'

/** Frames to wait for a dialog to close, or for a card to be drawn. */
const PATIENCE = 120

/** Scrolls to the card of a playdate, to the middle, because toasts are at the edges, and focuses it. */
export function showPlan(id: string, frames = PATIENCE): void {
  const card = document.getElementById(`playdate-${id}`)?.closest('article')
  if (frames > 0 && (!card || document.querySelector('[role=dialog]')))
    return void requestAnimationFrame(() => showPlan(id, frames - 1))
  card?.scrollIntoView({ block: 'center' })
  card?.focus({ preventScroll: true })
}

/** Shows the plan that the address names: `#playdate-ID`, or the next one of a match, `#match-ID`. */
export function useShowPlan(plans: readonly UpcomingPlaydate[] | undefined): void {
  const { hash, key } = useLocation()
  const isLoaded = plans !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that one comes here, not when plans change
  useEffect(() => {
    const [, kind, id] = /^#(playdate|match)-(.+)$/.exec(hash) ?? []
    const plan = plans?.find(({ playdate }) => (kind === 'match' ? playdate.matchId : playdate.id) === id)
    if (plan) showPlan(plan.playdate.id)
  }, [hash, key, isLoaded])
}
