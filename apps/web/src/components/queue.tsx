import { type ModerationAction, STATEMENT_MAX } from '@barkyard/domain/report'
import { NativeSelect, Textarea, type TextareaProps } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { afterPaint } from '../lib/after-paint.ts'
import type { InfiniteList } from '../lib/list-pages.ts'
import { trpc } from '../trpc.ts'
import { Dialog } from './dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { LoadMore } from './load-more.tsx'
import { SkeletonRows } from './loading.tsx'
import { PillChoice } from './pill-choice.tsx'
import { Card } from './settings-card.tsx'

interface QueueProps<T, View extends string> {
  title: string
  waiting: number
  /** "searches" */
  what: string
  list: InfiniteList<T>
  /** Which rows can be shown, and what is said where there are none. */
  views: readonly (readonly [view: View, label: string, empty: string])[]
  shown: View
  onShow: (view: View) => void
  search?: string
  controls?: ReactNode
  rowOf: (item: T, onOpen: () => void) => ReactNode
  dialogTitle: string
  /** @param isGone whether it has left the list: then it is as it was opened. */
  view: (item: T, state: { isGone: boolean; onDone: () => void }) => ReactNode
}

const ROW = {
  padding: '12px 16px',
  border: '1px solid var(--control-line)',
  borderRadius: 14,
  textAlign: 'start',
} as const

interface QueueRowProps {
  face: ReactNode
  title: string
  facts: string
  tags?: ReactNode
  onOpen: () => void
}

/** A row of a moderators' queue, which opens it. */
export const QueueRow = ({ face, title, facts, tags, onOpen }: QueueRowProps) => (
  <button type="button" className="row-12 center full pressable" style={ROW} onClick={onOpen}>
    <span style={{ width: 48 }}>{face}</span>
    <span className="grow breakable" style={{ flexBasis: 180 }}>
      <span className="block bold">{title}</span>
      <span className="quiet text-small">{facts}</span>
    </span>
    <span className="row-8">{tags}</span>
  </button>
)

interface QueueRowsProps<T> {
  list: InfiniteList<T>
  what: string
  label: string
  empty: string | undefined
  /** Takes the focus where no row is left to take it. */
  heading: RefObject<HTMLElement | null>
  rowOf: (item: T) => ReactNode
}

/** Where somebody else decides the row with the focus, the focus goes to the row that stands there then. */
function useFocusStays(items: readonly unknown[], heading: RefObject<HTMLElement | null>) {
  const list = useRef<HTMLUListElement>(null)
  const focused = useRef<{ row: HTMLElement; index: number } | null>(null)
  const rows = () => Array.from(list.current?.querySelectorAll<HTMLElement>('button') ?? [])
  const note = (row: HTMLElement) => {
    focused.current = { row, index: rows().indexOf(row) }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows have changed
  useLayoutEffect(() => {
    if (!focused.current) return
    const { row, index } = focused.current
    if (row.isConnected) return note(row)
    focused.current = null
    const next = rows()[index] ?? rows().at(-1) ?? heading.current
    if (document.activeElement === document.body) next?.focus()
  }, [items])
  return {
    ref: list,
    onFocus: (event: { target: HTMLElement }) => note(event.target),
    // Another window leaves the row its focus. React tells nothing of a row that goes.
    onBlur: ({ target }: { target: HTMLElement }) => {
      if (document.activeElement !== target) focused.current = null
    },
  }
}

export function QueueRows<T extends { id: string }>({ list, what, label, empty, heading, rowOf }: QueueRowsProps<T>) {
  const focus = useFocusStays(list.items, heading)
  if (list.failed) return <ErrorState title={`We couldn't load the ${what}`} error={list.failed} onRetry={list.retry} />
  if (list.loading) return <SkeletonRows rows={3} />
  if (list.items.length === 0) return <EmptyState mood="asleep" text={empty} />
  return (
    <>
      <ul className="stack-8" aria-label={label} {...focus}>
        {list.items.map(item => (
          <li key={item.id}>{rowOf(item)}</li>
        ))}
      </ul>
      <LoadMore list={list} what={what} />
    </>
  )
}

/** Called once a dialog has closed: gives the focus to the heading where the dialog's row has gone. */
export function useFocusAfterClose(heading: RefObject<HTMLElement | null>) {
  const [closings, setClosings] = useState(0)
  useEffect(() => {
    if (closings === 0) return
    // Without movement it is told that it has closed while it still has the focus.
    return afterPaint(() => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    })
  }, [closings, heading])
  return () => setClosings(before => before + 1)
}

/** A moderators' queue: its rows, each of which opens in a dialog. */
export function Queue<T extends { id: string }, View extends string>({ list, ...props }: QueueProps<T, View>) {
  const [opened, setOpened] = useState<T | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const onClosed = useFocusAfterClose(heading)
  const close = () => setOpened(null)
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
        <QueueRows
          list={list}
          what={props.what}
          label={props.title}
          empty={nothing}
          heading={heading}
          rowOf={item => props.rowOf(item, () => setOpened(item))}
        />
      </Card>
      <Dialog
        opened={opened !== null}
        onClose={close}
        onClosed={onClosed}
        title={props.dialogTitle}
        size="lg"
        keepsClicks
      >
        {opened ? props.view(current ?? opened, { isGone: current === undefined, onDone: close }) : null}
      </Dialog>
    </>
  )
}

/** The templates for statements. Refreshed at each visit, because other admins change them too. */
export const useTemplates = () =>
  trpc.admin.statementTemplates.useQuery(undefined, { staleTime: 0, throwOnError: false })

function TemplateChoice({ action, onChoose }: { action: ModerationAction; onChoose: (text: string) => void }) {
  const fitting = useTemplates().data?.filter(template => template.action === action) ?? []
  if (fitting.length === 0) return null
  return (
    <NativeSelect
      label="Start from a template"
      value=""
      data={[{ value: '', label: 'Choose' }, ...fitting.map(({ id, title }) => ({ value: id, label: title }))]}
      onChange={({ currentTarget }) => onChoose(fitting.find(one => one.id === currentTarget.value)?.text ?? '')}
    />
  )
}

interface ReasonProps extends TextareaProps {
  /** Said where it is missing. */
  missing?: string
  /** The decision whose templates it can start from. */
  action?: ModerationAction
  'data-autofocus'?: boolean
}

/** What a moderator says about a decision, by default a statement, with its field. `isGiven` asks for it where it is missing. */
export function useReason({ missing = 'Say why, so that the owner understands.', action, ...props }: ReasonProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const write = (text: string) => {
    setReason(text)
    setMissing(false)
  }
  return {
    reason,
    isGiven: () => {
      setMissing(!reason.trim())
      return reason.trim() !== ''
    },
    field: (
      <>
        <Textarea
          label="Statement (sent to the owner)"
          minRows={3}
          maxLength={STATEMENT_MAX}
          {...props}
          value={reason}
          error={isMissing ? missing : null}
          onChange={event => write(event.currentTarget.value)}
        />
        {/* Below the field, which has the focus and must not move when the templates arrive. */}
        {action ? <TemplateChoice action={action} onChoose={write} /> : null}
      </>
    ),
  }
}

/** Says that something has changed since it was opened to be decided. */
export function ChangedNote({ version, text }: { version: number; text: string }) {
  const [firstVersion] = useState(version)
  return (
    <p role="status" className="quiet breakable">
      {version === firstVersion ? null : text}
    </p>
  )
}
