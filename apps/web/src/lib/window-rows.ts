import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef } from 'react'

const OVERSCAN = 6

interface WindowRowsOptions {
  count: number
  /** Height of a row in px before it is measured. */
  estimate: number
  /** Identifies a row's content, so that its measured height stays with it. */
  keyOf: (row: number) => string
  onNearEnd: () => void
}

/** Renders only the rows near the visible part of a scrolling box: TanStack Virtual, and the next page near the end. */
export function useWindowRows({ count, estimate, keyOf, onNearEnd }: WindowRowsOptions) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer<HTMLDivElement, HTMLElement>({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    overscan: OVERSCAN,
  })
  const shown = rows.getVirtualItems()
  const [first, last] = [shown.at(0), shown.at(-1)]
  const nearEnd = last !== undefined && last.index >= count - OVERSCAN * 2
  const onNear = useEffectEvent(onNearEnd)
  // Depends on the count too: if a page does not fill the box, the next one is needed at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again as rows arrive
  useEffect(() => {
    if (nearEnd) onNear()
  }, [nearEnd, count])
  return {
    /** For the scrolling box. */
    boxRef: box,
    /** Indexes of the rows to draw. */
    shown: shown.map(row => row.index),
    /** For each row, with its `data-index`. */
    measure: rows.measureElement,
    /** The heights in px of the omitted rows before and after. */
    before: first?.start ?? 0,
    // The box needs its full height before anything is rendered, because the visible part decides what is rendered.
    after: Math.max(0, rows.getTotalSize() - (last?.end ?? 0)),
  }
}
