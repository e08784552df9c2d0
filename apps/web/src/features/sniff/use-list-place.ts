import { type RefObject, useLayoutEffect, useState } from 'react'

/** As it was measured last: most often the next list has the same place. */
let last = { width: 1, top: 0 }

/** Where a list lies and how wide it is, in px, kept up to date. It starts with a guess until it is measured. */
export function useListPlace(list: RefObject<HTMLElement | null>, guess: number | undefined) {
  const [place, setPlace] = useState({ ...last, width: guess ?? last.width, measured: false })

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const look = () => {
      const box = element.getBoundingClientRect()
      const top = Math.round(box.top + window.scrollY)
      last = { width: box.width, top }
      setPlace(now => (now.measured && now.width === box.width && now.top === top ? now : { ...last, measured: true }))
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
