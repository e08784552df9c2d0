import { type RefObject, useLayoutEffect, useState } from 'react'

/** The place of the previous list, because the next one usually has the same. */
let last: { width: number; top: number } | null = null

/** In px. The least space beside a list, its width beside the filters, and the height of what is above it. */
const [BESIDE, WIDEST, ABOVE] = [32, 800, 280]

/** Roughly right: a list that seems narrow or at the top would at first draw more rows than the window shows. */
const firstGuess = () => ({ width: Math.min(WIDEST, document.documentElement.clientWidth - BESIDE), top: ABOVE })

/** Where a list lies and how wide it is, in px, kept up to date. It starts with a guess until it is measured. */
export function useListPlace(list: RefObject<HTMLElement | null>, guess: number | undefined) {
  const [place, setPlace] = useState(() => {
    const { width, top } = last ?? firstGuess()
    return { width: guess ?? width, top, measured: false }
  })

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const look = () => {
      const box = element.getBoundingClientRect()
      const top = Math.round(box.top + window.scrollY)
      const { width } = box
      last = { width, top }
      setPlace(now => (now.measured && now.width === width && now.top === top ? now : { width, top, measured: true }))
    }
    look()
    // Observe the body too, because a line that wraps above the list moves it without changing its width.
    const observer = new ResizeObserver(look)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])

  return place
}
