import type { SniffDog } from '@barkyard/domain/schemas/dog'
import { useWindowVirtualizer, windowScroll } from '@tanstack/react-virtual'
import {
  type ComponentType,
  memo,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router-dom'
import { usePainted } from '../../../lib/first-rows.ts'
import { DogCard } from './dog-card.tsx'
import { keepRows, rowsOf } from './list-memory.ts'
import { heightOf, observeWindow, scrollBy, useListPlace, windowAtMost } from './list-sizes.ts'

const GAP = 20
const LEAST_CARD = 220
/** The estimated height of the text and button under the photo. Each row is measured once it is rendered. */
const TEXT_HEIGHT = 246
/** A card's padding on both sides, in px. */
const PADDING = 16
/** On a phone, as in dog-card.module.css. */
const PHONE = 480
/** The number of following dogs that a card passes to the page of its dog. */
const FOLLOWING = 50
/** Rows rendered outside the window, as many as scrolling needs. The first paint does without them. */
const OVERSCAN = 3

/** The walk stands after so many dogs, or the last: what comes later must not move a card that is in view. */
const WALK_AFTER = 6

interface CardParts {
  BarkButton: ComponentType<{ dog: SniffDog; compact?: boolean }>
  Menu: ComponentType<{ dog: SniffDog }>
}

export interface ResultGridProps {
  parts: CardParts
  dogs: readonly SniffDog[]
  walk?: ReactNode
  hasMore: boolean
  onNearEnd?: (() => void) | undefined
  /** The history key under which the measured rows are stored. */
  rowsKey: string
  /** The dog whose page was left by going back. It gets the focus. */
  returnTo: string | null
  /** Whether the dogs are those of the previous search, while the next one runs. */
  stale: boolean
}

interface CellProps extends Pick<ResultGridProps, 'parts'> {
  dogs: readonly SniffDog[]
  at: number
  place: number
  columns: number
  photoWidth: number
  /** Dogs in the list; -1 where more may follow. */
  setSize: number
  focused: boolean
  measure: (element: HTMLLIElement | null) => void
}

/** A dog of the grid. Scrolling and measuring render the grid again, but not its cards. */
const Cell = memo((props: CellProps) => {
  const { parts, dogs, at, place, columns, photoWidth, setSize, focused, measure } = props
  const dog = dogs[at]
  if (!dog) return null
  return (
    <li
      className="stack-4"
      // The first card is as tall as its row, so only that one is measured.
      ref={place % columns === 0 ? measure : undefined}
      data-index={place / columns}
      aria-posinset={place + 1}
      aria-setsize={setSize}
    >
      <DogCard
        dog={dog}
        following={dogs.slice(at + 1, at + 1 + FOLLOWING).map(({ id }) => id)}
        bark={<parts.BarkButton dog={dog} compact />}
        menu={<parts.Menu dog={dog} />}
        sizes={`${photoWidth}px`}
        priority={place < columns}
        focused={focused}
      />
    </li>
  )
})

/** The grid of results. Only the rows near the window are in the document, however many dogs there are. */
export function ResultGrid(props: ResultGridProps) {
  const { parts, dogs, walk, hasMore, onNearEnd, rowsKey, returnTo, stale } = props
  const [kept] = useState(() => rowsOf(rowsKey))
  const list = useRef<HTMLUListElement>(null)
  const { width, top, measured } = useListPlace(list, kept?.width)
  const columns = Math.max(1, Math.floor((width + GAP) / (LEAST_CARD + GAP)))
  const cardWidth = (width - GAP * (columns - 1)) / columns
  const walkAt = walk ? Math.min(WALK_AFTER, dogs.length) : null
  const cells = dogs.length + (walk ? 1 : 0)
  const rowCount = Math.ceil(cells / columns)
  // The cards show large photos: a small one, 256 px wide, would be asked for below that.
  const photoWidth = Math.max(257, Math.round(cardWidth - PADDING))
  const lowPhoto = Math.max(200, window.innerHeight - 616)

  const isPainted = usePainted()
  const rows = useWindowVirtualizer<HTMLLIElement>({
    count: rowCount,
    estimateSize: () =>
      Math.round(window.innerWidth > PHONE ? cardWidth * 1.25 : Math.min(cardWidth * 1.25, lowPhoto)) + TEXT_HEIGHT,
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
  const keep = useEffectEvent(() => {
    const snapshot = rows.takeSnapshot()
    if (snapshot.length > 0) keepRows(key, { width, y: rows.scrollOffset ?? 0, rows: snapshot })
  })
  useLayoutEffect(() => () => keep(), [])

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
      data-stale={stale}
      aria-label="Dogs nearby"
      aria-busy={stale}
      style={{
        display: 'grid',
        // The list keeps its scroll position itself as rows are added and removed.
        overflowAnchor: 'none',
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gap: GAP,
        paddingTop: first ? first.start - top : 0,
        // The full height is needed at once, because going back scrolls before the first row is measured.
        paddingBottom: Math.max(0, rows.getTotalSize() - (last ? last.end - top : 0)),
      }}
    >
      {Array.from({ length: Math.max(0, Math.min(to, cells) - from) }, (_, index) => {
        const place = from + index
        const isWalk = place === walkAt
        const at = walkAt !== null && place > walkAt ? place - 1 : place
        return isWalk ? (
          <li
            key="walk"
            className="stack-4"
            ref={place % columns === 0 ? rows.measureElement : undefined}
            data-index={place / columns}
          >
            {walk}
          </li>
        ) : (
          <Cell
            key={dogs[at]?.id}
            parts={parts}
            dogs={dogs}
            columns={columns}
            photoWidth={photoWidth}
            at={at}
            place={place}
            setSize={hasMore ? -1 : cells}
            focused={dogs[at]?.id === returnTo}
            measure={rows.measureElement}
          />
        )
      })}
    </ul>
  )
}
