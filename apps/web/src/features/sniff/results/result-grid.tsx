import type { SniffDog } from '@barkyard/domain/schemas/dog'
import { useWindowVirtualizer, windowScroll } from '@tanstack/react-virtual'
import { type ComponentType, memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { usePainted } from '../../lib/after-paint.ts'
import { DogCard } from './dog-card.tsx'
import { keepRows, rowsOf } from './list-memory.ts'
import classes from './result-grid.module.css'
import { heightOf, observeWindow, scrollBy, windowAtMost } from './row-sizes.ts'
import { useListPlace } from './use-list-place.ts'

const GAP = 20
const LEAST_CARD = 220
/** The estimated height of the text and button under the photo. Each row is measured once it is rendered. */
const TEXT_HEIGHT = 246
/** The number of following dogs that a card passes to the page of its dog. */
const FOLLOWING = 50
/** Rows rendered outside the window, as many as scrolling needs. The first picture does without them. */
const OVERSCAN = 3

/** Parts of a card that other features render. */
export interface CardParts {
  BarkButton: ComponentType<{ dog: SniffDog; compact?: boolean }>
  Menu: ComponentType<{ dog: SniffDog }>
}

interface ResultGridProps extends CardParts {
  dogs: readonly SniffDog[]
  /** Whether the server has more dogs. */
  hasMore: boolean
  /** Called when the end is near. */
  onNearEnd?: (() => void) | undefined
  /** The history key under which the measured rows are stored. */
  rowsKey: string
  /** The dog whose page was left by going back. It gets the focus. */
  returnTo: string | null
  /** Whether the dogs are those of the previous search, while the next one runs. */
  stale: boolean
}

interface CellProps extends CardParts {
  dogs: readonly SniffDog[]
  /** Index of the dog. */
  place: number
  columns: number
  /** Dogs in the list; -1 where more may follow. */
  setSize: number
  focused: boolean
  /** Takes the height of the row. */
  measure: (element: HTMLLIElement | null) => void
}

/** A dog of the grid. Scrolling and measuring render the grid again, but not its cards. */
const Cell = memo(({ BarkButton, Menu, dogs, place, columns, setSize, focused, measure }: CellProps) => {
  const dog = dogs[place]
  if (!dog) return null
  return (
    <li
      className={classes.cell}
      // The first card is as tall as its row, so only that one is measured.
      ref={place % columns === 0 ? measure : undefined}
      data-index={place / columns}
      aria-posinset={place + 1}
      aria-setsize={setSize}
    >
      <DogCard
        dog={dog}
        following={dogs.slice(place + 1, place + 1 + FOLLOWING).map(({ id }) => id)}
        bark={<BarkButton dog={dog} compact />}
        menu={<Menu dog={dog} />}
        columns={columns}
        priority={place < columns}
        focused={focused}
      />
    </li>
  )
})

/** The grid of results. Only the rows near the window are in the document, however many dogs there are. */
export function ResultGrid({ BarkButton, Menu, dogs, hasMore, onNearEnd, rowsKey, returnTo, stale }: ResultGridProps) {
  const [kept] = useState(() => rowsOf(rowsKey))
  const list = useRef<HTMLUListElement>(null)
  const { width, top, measured } = useListPlace(list, kept?.width)
  const columns = Math.max(1, Math.floor((width + GAP) / (LEAST_CARD + GAP)))
  const cardWidth = (width - GAP * (columns - 1)) / columns
  const rowCount = Math.ceil(dogs.length / columns)

  const isPainted = usePainted()
  const rows = useWindowVirtualizer<HTMLLIElement>({
    count: rowCount,
    estimateSize: () => Math.round(cardWidth * 1.25) + TEXT_HEIGHT,
    measureElement: heightOf,
    scrollToFn: kept ? windowScroll : scrollBy,
    initialRect: windowAtMost(),
    observeElementRect: observeWindow,
    overscan: isPainted ? OVERSCAN : 0,
    gap: GAP,
    scrollMargin: top,
    initialMeasurementsCache: kept?.rows ?? [],
    // The virtualizer starts at this scroll position.
    initialOffset: () => kept?.y ?? window.scrollY,
  })

  // All heights change with the width.
  const measuredAt = useRef(width)
  useLayoutEffect(() => {
    if (Math.abs(measuredAt.current - width) >= 1) rows.measure()
    measuredAt.current = width
  }, [rows, width])

  const { key } = useLocation()
  const latest = useRef({ key, width })
  useLayoutEffect(() => {
    latest.current = { key, width }
  }, [key, width])
  useLayoutEffect(
    () => () => {
      const snapshot = rows.takeSnapshot()
      if (snapshot.length === 0) return
      keepRows(latest.current.key, { width: latest.current.width, y: rows.scrollOffset ?? 0, rows: snapshot })
    },
    [rows],
  )

  const shown = rows.getVirtualItems()
  const [first, last] = [shown.at(0), shown.at(-1)]
  const nearEnd = last !== undefined && last.index >= rowCount - 2
  useEffect(() => {
    if (nearEnd && measured) onNearEnd?.()
  }, [nearEnd, measured, onNearEnd])

  const [from, to] = first && last ? [first.index * columns, (last.index + 1) * columns] : [0, 0]
  return (
    <ul
      ref={list}
      className={classes.grid}
      data-stale={stale || undefined}
      aria-label="Dogs nearby"
      aria-busy={stale}
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gap: GAP,
        paddingTop: first ? first.start - top : 0,
        // The full height is needed at once, because going back scrolls before the first row is measured.
        paddingBottom: Math.max(0, rows.getTotalSize() - (last ? last.end - top : 0)),
      }}
    >
      {dogs.slice(from, to).map((dog, at) => (
        <Cell
          key={dog.id}
          {...{ BarkButton, Menu, dogs, columns }}
          place={from + at}
          setSize={hasMore ? -1 : dogs.length}
          focused={dog.id === returnTo}
          measure={rows.measureElement}
        />
      ))}
    </ul>
  )
}
