import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { InfiniteList } from '../lib/list-pages.ts'
import { Dialog } from './dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { LoadMore } from './load-more.tsx'
import { SkeletonRows } from './loading.tsx'
import { PillChoice } from './pill-choice.tsx'
import { Card } from './settings-card.tsx'

interface QueueProps<T, View extends string> {
  title: string
  /** How many wait for a decision. */
  waiting: number
  /** "searches" */
  what: string
  list: InfiniteList<T>
  /** Which rows can be shown, and what is said where there are none. */
  views: readonly (readonly [view: View, label: string, empty: string])[]
  shown: View
  onShow: (view: View) => void
  /** What was searched for. */
  search?: string
  /** Beside the choice of rows. */
  controls?: ReactNode
  rowOf: (item: T, onOpen: () => void) => ReactNode
  dialogTitle: string
  /** @param isGone whether it has left the list: then it is as it was opened. */
  view: (item: T, state: { isGone: boolean; onDone: () => void }) => ReactNode
}

/** A moderators' queue: its rows, each of which opens in a dialog. */
export function Queue<T extends { id: string }, View extends string>({ list, ...props }: QueueProps<T, View>) {
  const [opened, setOpened] = useState<T | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [closings, setClosings] = useState(0)
  const close = () => setOpened(null)
  // The row may have gone, so the focus had nowhere to return to.
  useEffect(() => {
    if (closings > 0 && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [closings])
  // Its latest version, or as it was opened once it is no longer in this list.
  const current = list.items.find(({ id }) => id === opened?.id)
  const nothing = props.search
    ? `Nothing found for “${props.search}”.`
    : props.views.find(([view]) => view === props.shown)?.[2]
  return (
    <>
      <Card title={props.waiting > 0 ? `${props.title} (${props.waiting} waiting)` : props.title} headingRef={heading}>
        <div className="row-12 between">
          <PillChoice
            legend={`Which ${props.what} to show`}
            value={props.shown}
            options={props.views.map(([view, label]) => [view, label])}
            onChange={props.onShow}
          />
          {props.controls}
        </div>
        {list.failed ? (
          <ErrorState title={`We couldn't load the ${props.what}`} onRetry={list.retry} />
        ) : list.loading ? (
          <SkeletonRows rows={3} />
        ) : list.items.length === 0 ? (
          <EmptyState mood="asleep" text={nothing} />
        ) : (
          <>
            <ul className="stack-8" aria-label={props.title}>
              {list.items.map(item => (
                <li key={item.id}>{props.rowOf(item, () => setOpened(item))}</li>
              ))}
            </ul>
            <LoadMore list={list} what={props.what} />
          </>
        )}
      </Card>
      <Dialog
        opened={opened !== null}
        onClose={close}
        onClosed={() => setClosings(closings + 1)}
        title={props.dialogTitle}
        size="lg"
        keepsClicks
      >
        {opened ? props.view(current ?? opened, { isGone: current === undefined, onDone: close }) : null}
      </Dialog>
    </>
  )
}
