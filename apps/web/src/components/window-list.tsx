import type { ReactNode } from 'react'
import type { InfiniteList } from '../lib/list-pages.ts'
import { useWindowRows } from '../lib/window-rows.ts'
import section from './list-section.module.css'

interface WindowListProps<T> {
  list: InfiniteList<T>
  /** Height of a row in px before it is measured. */
  estimate: number
  /** Its name, where rows have nothing that takes the focus: it is then scrolled by keyboard itself. */
  label?: string
  children: (item: T) => ReactNode
}

/** The rows of a `ListSection` in a scrolling box. Only those near the visible part are rendered. */
export function WindowList<T extends { id: string }>(props: WindowListProps<T>) {
  const { items, total, loadMore } = props.list
  const rows = useWindowRows({
    count: items.length,
    estimate: props.estimate,
    keyOf: row => items[row]?.id ?? String(row),
    onNearEnd: loadMore,
  })
  const focusable = props.label ? { role: 'region', tabIndex: 0, 'aria-label': props.label } : {}
  return (
    <div ref={rows.boxRef} className={section.box} {...focusable}>
      <ul className={section.windowed} style={{ paddingTop: rows.before, paddingBottom: rows.after }}>
        {rows.shown.map(index => {
          const item = items[index]
          return item ? (
            <li
              key={item.id}
              ref={rows.measure}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={total ?? -1}
            >
              {props.children(item)}
            </li>
          ) : null
        })}
      </ul>
    </div>
  )
}
