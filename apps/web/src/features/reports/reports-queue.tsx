import type { AdminReport } from '@barkyard/domain/schemas/report'
import { type KeyboardEvent, useId, useState } from 'react'
import { CollarTag } from '../../components/collar-tag.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { Card } from '../../components/settings-card.tsx'
import { trpc } from '../../trpc.ts'
import { CaseView } from './case-view.tsx'
import { KIND_WORDS } from './report-words.ts'
import classes from './reports.module.css'

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

const titleOf = ({ kind, dog }: AdminReport) =>
  `${dog.name}: ${kind === 'appeal' ? 'an appeal against a decision' : KIND_WORDS[kind]}`

/** j and k move through the queue, as in mail programs; Enter opens a case. */
function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
  const step = key === 'j' ? 1 : key === 'k' ? -1 : 0
  if (step === 0) return
  const rows = [...currentTarget.querySelectorAll('button')]
  const focused = document.activeElement
  const now = focused instanceof HTMLButtonElement ? rows.indexOf(focused) : -1
  rows[Math.min(rows.length - 1, Math.max(0, now + step))]?.focus()
}

/** Reports and appeals that wait for a decision, the urgent ones first. */
export function ReportsQueue() {
  const queue = trpc.admin.reports.useQuery({}, { throwOnError: false })
  const [openId, setOpenId] = useState<string | null>(null)
  const hint = useId()
  const total = queue.data?.total
  return (
    <div id="reports">
      <Card title={total ? `Reports (${total})` : 'Reports'}>
        {queue.isError ? (
          <ErrorState title="We couldn't load the reports" onRetry={() => void queue.refetch()} />
        ) : !queue.data ? (
          <SkeletonRows rows={2} />
        ) : queue.data.items.length === 0 ? (
          <EmptyState mood="asleep" text="No report waits for a decision." />
        ) : (
          <>
            <p id={hint} className={classes.quiet}>
              Urgent ones first, then the oldest. Press j and k to move, Enter to open.
            </p>
            <ul className={classes.list} aria-describedby={hint} onKeyDown={moveFocus}>
              {queue.data.items.map(one => (
                <li key={one.id}>
                  <button type="button" className={classes.case} onClick={() => setOpenId(one.id)}>
                    <span>{titleOf(one)}</span>
                    <span className={classes.quiet}>{time.format(new Date(one.createdAt))}</span>
                    {one.kind === 'child-safety' || one.kind === 'danger' ? (
                      <CollarTag tone="collar">Urgent</CollarTag>
                    ) : null}
                    {one.claim ? <CollarTag>{one.claim.mine ? 'Yours' : one.claim.by}</CollarTag> : null}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
      <Dialog opened={openId !== null} onClose={() => setOpenId(null)} title="Report" size="lg" keepsClicks>
        {openId === null ? null : <CaseView id={openId} onDone={() => setOpenId(null)} />}
      </Dialog>
    </div>
  )
}
