import type { ClaimFilter } from '@barkyard/domain/report'
import type { AdminReport, AdminReportsQuery } from '@barkyard/domain/schemas/report'
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { CollarTag } from '../../components/collar-tag.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { QueueRow } from '../../components/queue-row.tsx'
import { paged, useInfiniteList } from '../../lib/list-pages.ts'
import { useOnce } from '../../lib/one-at-a-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { momentOf } from '../../lib/words.ts'
import { trpc } from '../../trpc.ts'
import { useClaim } from './data.ts'
import { KeyHint } from './part.tsx'
import { ageOf, titleOf } from './report-words.ts'

interface CaseListProps {
  state: AdminReportsQuery['state']
  /** Who has claimed the cases that are listed. */
  claimed: ClaimFilter
  /** Whether an opened case covers the list. */
  isCovered: boolean
  /** Opens a case. `toDecide` puts the focus on its decision. */
  onOpen: (id: string, toDecide: boolean) => void
  /** Called when the last row is removed while it has the focus, or would get it back. */
  onEmptied: () => void
}

const EMPTY = { open: 'No reports are waiting for a decision.', decided: 'Nothing has been decided yet.' }

const isUrgent = ({ kind }: AdminReport) => kind === 'child-safety' || kind === 'danger'

/** Cases, page by page. j and k move through them, as in mail programs. */
export function CaseList({ state, claimed, isCovered, onOpen, onEmptied }: CaseListProps) {
  const list = useInfiniteList<AdminReport>(trpc.admin.reports.useInfiniteQuery({ state, claimed, limit: 20 }, paged))
  const now = useNow()
  const claim = useOnce(useClaim())
  const rows = useRef<HTMLUListElement>(null)
  const focused = useRef<number | null>(null)
  const hint = useId()
  const buttons = () => [...(rows.current?.querySelectorAll('button') ?? [])]
  const placeOf = (element: unknown) => (element instanceof HTMLButtonElement ? buttons().indexOf(element) : -1)

  // If another admin decides the focused case, or the one that was open, the focus moves to the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the rows, and once nothing covers them
  useEffect(() => {
    if (isCovered || focused.current === null || document.activeElement !== document.body) return
    const left = buttons()
    const next = left[Math.min(focused.current, left.length - 1)]
    if (next) next.focus()
    else onEmptied()
  }, [list.items, isCovered])

  const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey) return
    const all = buttons()
    const now = placeOf(document.activeElement)
    const current = list.items[now]
    if (key === 'j') all[Math.min(all.length - 1, now + 1)]?.focus()
    if (key === 'k') all[Math.max(0, now - 1)]?.focus()
    if (!current || state === 'decided') return
    if (key === 'c') claim.start({ id: current.id })
    if (key === 'd') onOpen(current.id, true)
  }

  if (list.failed) return <ErrorState title="We couldn't load the reports" onRetry={list.retry} />
  if (list.loading) return <SkeletonRows rows={2} />
  if (list.items.length === 0)
    return (
      <EmptyState mood="asleep" text={claimed === 'anybody' ? EMPTY[state] : 'No open reports match this choice.'} />
    )
  return (
    <>
      <p id={hint} className="quiet">
        <span>{state === 'open' ? 'Urgent reports first, then the oldest.' : 'Latest decisions first.'}</span>
        {state === 'open' ? (
          <KeyHint>
            {' '}
            <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>Enter</kbd> opens, <kbd>c</kbd> claims, <kbd>d</kbd> decides.
          </KeyHint>
        ) : null}
      </p>
      <ul
        ref={rows}
        className="stack-8"
        aria-describedby={hint}
        onKeyDown={onKeyDown}
        onFocus={({ target }: FocusEvent) => {
          focused.current = placeOf(target)
        }}
        onBlur={({ relatedTarget }: FocusEvent) => {
          // An opened case takes the focus only for a while.
          if (relatedTarget && !isCovered) focused.current = null
        }}
      >
        {list.items.map(one => (
          <li key={one.id}>
            <CaseRow report={one} now={now} onOpen={() => onOpen(one.id, false)} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} what="reports" />
    </>
  )
}

function CaseRow({ report, now, onOpen }: { report: AdminReport; now: Date; onOpen: () => void }) {
  const dog = trpc.dogs.get.useQuery({ id: report.dog.id }, { throwOnError: false }).data
  return (
    <QueueRow
      face={<DogAvatar dog={dog ?? { name: report.dog.name, photos: [] }} size={48} />}
      title={titleOf(report)}
      facts={`${report.state === 'open' ? `${ageOf(report.createdAt, now)} · ` : ''}${momentOf(report.createdAt)}${report.reporters > 1 ? ` · ${report.reporters} people` : ''}`}
      tags={
        <>
          {isUrgent(report) && report.state === 'open' ? <CollarTag tone="loud">Urgent</CollarTag> : null}
          {report.claim ? (
            <CollarTag tone={report.claim.mine ? 'ball' : 'plain'}>
              {report.claim.mine ? 'Yours' : report.claim.by}
            </CollarTag>
          ) : null}
        </>
      }
      onOpen={onOpen}
    />
  )
}
