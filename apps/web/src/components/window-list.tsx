import { Table } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { InfiniteList } from '../lib/list-pages.ts'
import section from './list-section.module.css'

const OVERSCAN = 6

interface WindowListProps<T> {
  list: InfiniteList<T>
  /** Height of a row in px before it is measured. */
  estimate: number
  /** Its name, where rows have nothing that takes the focus: it is then scrolled by keyboard itself. */
  label?: string
  /** Of a table, for which the children draw cells. */
  table?: { label: string; head: ReactNode }
  children: (item: T) => ReactNode
}

/** The scrolling rows of a `ListSection`. Only those near the visible part are rendered and read. */
export function WindowList<T extends { id: string }>({ list, estimate, label, table, children }: WindowListProps<T>) {
  const { items, total } = list
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => estimate,
    getItemKey: row => items[row]?.id ?? row,
    overscan: OVERSCAN,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)
  const isNearEnd = last !== undefined && last.index >= items.length - OVERSCAN * 2
  const onNearEnd = useEffectEvent(list.loadMore)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that does not fill the box needs the next one at once
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd, items.length])

  // In place of the rows that are not rendered: the box needs its full height, and the head of a table stays.
  const space = { paddingTop: shown[0]?.start ?? 0, paddingBottom: Math.max(0, rows.getTotalSize() - (last?.end ?? 0)) }
  const Row = table ? Table.Tr : 'li'
  const drawn = shown.map(({ index }) => {
    const item = items[index]
    const place = table ? { 'aria-rowindex': index + 2 } : { 'aria-posinset': index + 1, 'aria-setsize': total ?? -1 }
    return item ? (
      <Row key={item.id} ref={rows.measureElement} data-index={index} {...place}>
        {children(item)}
      </Row>
    ) : null
  })
  return (
    <div ref={box} className={section.box} {...(label && { role: 'region', tabIndex: 0, 'aria-label': label })}>
      {table ? (
        <div style={space}>
          <Table
            stickyHeader
            highlightOnHover
            layout="fixed"
            fz="md"
            horizontalSpacing={12}
            verticalSpacing={8}
            aria-label={table.label}
            aria-rowcount={(total ?? 0) + 1}
          >
            <Table.Thead>
              <Table.Tr aria-rowindex={1}>{table.head}</Table.Tr>
            </Table.Thead>
            <Table.Tbody>{drawn}</Table.Tbody>
          </Table>
        </div>
      ) : (
        <ul className={section.windowed} style={space}>
          {drawn}
        </ul>
      )}
    </div>
  )
}
