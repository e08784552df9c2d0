import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'

const OVERSCAN = 6

interface WindowRowsOptions {
  count: number
  /** Height of a row in px before it is measured. */
  estimate: number
  /** Identity of what stands in a row, so that its height goes with it. */
  keyOf: (row: number) => string
  /** Called as the end comes near. */
  onNearEnd: () => void
  gap?: number
}

/** Keeps only the rows near what can be seen of a scrolling box in the document. */
export function useWindowRows({ count, estimate, keyOf, onNearEnd, gap = 0 }: WindowRowsOptions) {
  const box = useRef<HTMLDivElement>(null)
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>()
  const rows = useVirtualizer<HTMLDivElement, HTMLElement>({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    gap,
  })
  const shown = rows.getVirtualItems()
  const [first, last] = [shown.at(0), shown.at(-1)]
  const nearEnd = last !== undefined && last.index >= count - OVERSCAN * 2
  const near = useRef(onNearEnd)
  useEffect(() => {
    near.current = onNearEnd
  })
  // The count too: where a page does not fill the box the next one is wanted at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again as rows arrive
  useEffect(() => {
    if (nearEnd) near.current()
  }, [nearEnd, count])
  return {
    /** For the scrolling box. */
    boxRef: useMergedRef(box, sizeRef),
    width,
    /** Indexes of the rows to draw. */
    shown: shown.map(row => row.index),
    /** For each row, with its `data-index`. */
    measure: rows.measureElement,
    /** Heights in px of what is left out before and after. */
    before: first?.start ?? 0,
    // Before anything is drawn the box needs its height all the same: what can be seen of it is what is drawn.
    after: Math.max(0, rows.getTotalSize() - (last?.end ?? 0)),
    toTop: () => rows.scrollToOffset(0),
  }
}
