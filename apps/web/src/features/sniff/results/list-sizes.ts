import { measureElement, type Rect, type Virtualizer, windowScroll } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

// Asking for a size while React draws computes styles and layout at once, and on a phone this is most of a list's first
// drawing. Observers know all sizes for nothing right before the next picture. Until then estimates will do.

type Rows = Virtualizer<Window, HTMLLIElement>

/** The window's size before it is observed, or more: no window is larger than the screen. */
export const windowAtMost = (): Rect => ({ width: window.screen.width, height: window.screen.height })

/** Calls `take` with the window's size before the next picture and whenever it changes. */
export function observeWindow(_: Rows, take: (size: Rect) => void): () => void {
  const look = () => take({ width: window.innerWidth, height: window.innerHeight })
  const observer = new ResizeObserver(look)
  observer.observe(document.documentElement)
  window.addEventListener('resize', look)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', look)
  }
}

/** A row's height in px: the last known one or a guess, but right for rows above the window, or the list jumps. */
export function heightOf(row: HTMLLIElement, entry: ResizeObserverEntry | undefined, rows: Rows): number {
  if (entry || rows.scrollDirection === 'backward') return measureElement(row, entry, rows)
  const index = rows.indexFromElement(row)
  return rows.itemSizeCache.get(rows.options.getItemKey(index)) ?? rows.options.estimateSize(index)
}

/** Scrolls by what rows above the window turned out higher. A new list stays where the window is, without asking where. */
export function scrollBy(to: number, how: Parameters<typeof windowScroll>[1], rows: Rows): void {
  if (how.adjustments) windowScroll(to, how, rows)
}

/** The place of the previous list, because the next one usually has the same. */
let last: { width: number; top: number } | null = null

/** In px, as in the stylesheets: the page's width, the filters beside the list with their gap, what is above the list. */
const [PAGE, FILTERS, ABOVE] = [1120, 260 + 32, 280]
/** From this width on the filters are beside the list. */
export const FILTERS_FIT = '(min-width: 62em)'

/** A wrong number of columns or rows would be drawn first, and again once the list is measured. */
function firstGuess() {
  const gutter = Math.min(32, Math.max(16, window.innerWidth * 0.04))
  const page = Math.min(PAGE, document.documentElement.clientWidth - 2 * gutter)
  return { width: window.matchMedia(FILTERS_FIT).matches ? page - FILTERS : page, top: ABOVE }
}

/** Where a list lies and how wide it is, in px, kept up to date. It starts with a guess until it is measured. */
export function useListPlace(list: RefObject<HTMLElement | null>, guess: number | undefined) {
  const [place, setPlace] = useState(() => {
    const { width, top } = last ?? firstGuess()
    return { width: guess ?? width, top, measured: false }
  })

  const drawn = useRef(place)
  useLayoutEffect(() => {
    drawn.current = place
  }, [place])

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    // Observers run right before each picture, when the layout is known. Asking here would compute it once more.
    const observer = new ResizeObserver(() => {
      const now = drawn.current
      const box = element.getBoundingClientRect()
      const next = { width: box.width, top: Math.round(box.top + window.scrollY), measured: true }
      last = next
      if (now.measured && now.width === next.width && now.top === next.top) return
      // A wrong width may mean a wrong number of columns, which nobody should see.
      if (Math.abs(now.width - next.width) < 1) setPlace(next)
      else flushSync(() => setPlace(next))
    })
    observer.observe(element)
    // Observe the body too, because a line that wraps above the list moves it without changing its width.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])

  return place
}
