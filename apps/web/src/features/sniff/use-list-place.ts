import { type RefObject, useLayoutEffect, useState } from 'react'

/** Where a list lies and how wide it is, in px, kept up to date. `width` starts with a guess until it is measured. */
export function useListPlace(list: RefObject<HTMLElement | null>, guess: number) {
  const [place, setPlace] = useState({ width: guess, top: 0, measured: false })

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const look = () => {
      const box = element.getBoundingClientRect()
      const top = Math.round(box.top + window.scrollY)
      setPlace(now =>
        now.measured && now.width === box.width && now.top === top ? now : { width: box.width, top, measured: true },
      )
    }
    look()
    // The body too: a line that wraps above the list moves it without changing its width.
    const observer = new ResizeObserver(look)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])

  return place
}
