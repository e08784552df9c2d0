import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** The places for toasts: lower right (on a phone the full width above its bar), upper right, lower left. */
const PLACES = ['bottom', 'top', 'left'] as const
type ToastPlace = (typeof PLACES)[number]

/** Controls that a toast must not cover. Other links can be scrolled away from under a toast. */
const NEEDED = 'main :is(button, input, textarea, select, [role="slider"], [role="option"], a[data-variant])'

/** An offer above the page comes with a toast and waits for an answer. It counts more than all controls of the page. */
const OFFER = ':is([data-offer], [data-offer] button)'
const OFFER_COUNT = 1000

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** The number of controls that a toast would cover at a place; see `OFFER` for an offer. */
function covered(region: HTMLElement, place: ToastPlace, controls: readonly Box[], offer: readonly Box[]): number {
  const now = region.dataset.at
  region.dataset.at = place
  const box = region.getBoundingClientRect()
  if (now === undefined) delete region.dataset.at
  else region.dataset.at = now
  const count = (boxes: readonly Box[]) => boxes.filter(each => meet(each, box)).length
  return count(controls) + OFFER_COUNT * count(offer)
}

const boxesOf = (selector: string): Box[] =>
  [...document.querySelectorAll(selector)].map(element => element.getBoundingClientRect())

/** The place that covers the fewest controls; the current one if it covers none. */
function freePlace(region: HTMLElement, present: ToastPlace): ToastPlace {
  const [controls, offer] = [boxesOf(NEEDED), boxesOf(OFFER)]
  let [best, least] = [present, covered(region, present, controls, offer)]
  for (const place of PLACES) {
    if (least === 0) break
    const count = covered(region, place, controls, offer)
    if (count < least) [best, least] = [place, count]
  }
  return best
}

/**
 * Keeps the toast with this id (null: none is shown) from covering controls. On a page it looks for a free place, again
 * whenever the page changes. Dialogs and drawers leave room for it below them (toasts.module.css). Toast libraries keep
 * theirs in one corner, whatever is below.
 */
export function useToastPlace(region: RefObject<HTMLElement | null>, id: number | null): ToastPlace {
  const [place, setPlace] = useState<ToastPlace>('bottom')

  useLayoutEffect(() => {
    const element = region.current
    if (id === null || !element) return setPlace('bottom')
    const look = () => setPlace(now => freePlace(element, now))
    look()
    let frame = 0
    const later = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    // The page and what stands above it.
    const shell = document.querySelector('main')?.parentElement
    const observer = new MutationObserver(later)
    if (shell) observer.observe(shell, { childList: true, subtree: true })
    window.addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      window.removeEventListener('resize', later)
    }
  }, [region, id])

  useEffect(() => {
    const element = region.current
    if (id === null || !element) return
    const root = document.documentElement
    const observer = new ResizeObserver(() => root.style.setProperty('--toast-room', `${element.offsetHeight + 24}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--toast-room')
    }
  }, [region, id])

  return place
}
