import { measureElement, type Rect, type Virtualizer, windowScroll } from '@tanstack/react-virtual'

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
