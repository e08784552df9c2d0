import type { ClaimFilter } from '@barkyard/domain/report'
import type { AdminReport, AdminReportsQuery } from '@barkyard/domain/schemas/report'
import { type RefObject, useRef, useState } from 'react'
import { type Location, useLocation, useNavigate, useParams } from 'react-router-dom'
import { AdminPage } from '../../components/admin-page.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { Sort } from '../../components/list-section.tsx'
import { PillChoice } from '../../components/pill-choice.tsx'
import { QueueRow, QueueRows, useFocusAfterClose } from '../../components/queue.tsx'
import { Card } from '../../components/settings-card.tsx'
import { useFrameData } from '../../frame-data.ts'
import { paged, useInfiniteList } from '../../lib/list-pages.ts'
import { useNow } from '../../lib/use-now.ts'
import { momentOf } from '../../lib/words.ts'
import { SCREENS } from '../../screens.ts'
import { trpc } from '../../trpc.ts'
import { CaseView } from './case-view.tsx'
import { ageOf, claimAt, titleOf } from './report-words.ts'
import { Templates } from './templates.tsx'

type Shown = AdminReportsQuery['state'] | 'templates'

const CLAIMED = {
  anybody: 'Claimed or not',
  me: 'Claimed by me',
  nobody: 'Claimed by nobody',
  others: 'Claimed by others',
} as const satisfies Record<ClaimFilter, string>

const VIEWS: readonly [Shown, string][] = [
  ['open', 'Open'],
  ['decided', 'Decided'],
  ['templates', 'Templates'],
]

const EMPTY = { open: 'No reports are waiting for a decision.', decided: 'Nothing has been decided yet.' }

interface CasesProps {
  state: AdminReportsQuery['state']
  claimed: ClaimFilter
  heading: RefObject<HTMLElement | null>
  onOpen: (id: string) => void
}

function Cases({ state, claimed, heading, onOpen }: CasesProps) {
  const list = useInfiniteList<AdminReport>(trpc.admin.reports.useInfiniteQuery({ state, claimed, limit: 20 }, paged))
  return (
    <>
      {list.items.length > 0 && !list.loading ? (
        <p className="quiet">
          {state === 'open' ? 'Urgent reports first, then the oldest.' : 'Latest decisions first.'}
        </p>
      ) : null}
      <QueueRows
        list={list}
        what="reports"
        label="Reports"
        empty={claimed === 'anybody' ? EMPTY[state] : 'No open reports match this choice.'}
        heading={heading}
        rowOf={report => <CaseRow report={report} onOpen={() => onOpen(report.id)} />}
      />
    </>
  )
}

const isUrgent = ({ kind }: AdminReport) => kind === 'child-safety' || kind === 'danger'

function CaseRow({ report, onOpen }: { report: AdminReport; onOpen: () => void }) {
  const now = useNow()
  const claim = claimAt(report, now)
  const dog = trpc.dogs.get.useQuery({ id: report.dog.id }, { throwOnError: false }).data
  return (
    <QueueRow
      face={<DogAvatar dog={dog ?? { name: report.dog.name, photos: [] }} size={48} />}
      title={titleOf(report)}
      facts={`${report.state === 'open' ? `${ageOf(report.createdAt, now)} · ` : ''}${momentOf(report.createdAt)}${report.reporters > 1 ? ` · ${report.reporters} people` : ''}`}
      tags={
        <>
          {isUrgent(report) && report.state === 'open' ? <CollarTag tone="loud">Urgent</CollarTag> : null}
          {claim ? <CollarTag tone={claim.mine ? 'ball' : 'plain'}>{claim.mine ? 'Yours' : claim.by}</CollarTag> : null}
        </>
      }
      onOpen={onOpen}
    />
  )
}

/** The case of the address. The history keeps how many were opened since the queue, which closing goes back to. */
function useOpenedCase() {
  const { id } = useParams()
  const navigate = useNavigate()
  const location: Location<{ depth: number } | null> = useLocation()
  const left = useRef<Location>(null)
  const depth = location.state?.depth ?? 0
  const stay = { preventScrollReset: true }
  return {
    id,
    open: (next: string) => void navigate(`/admin/reports/${next}`, { ...stay, state: { depth: depth + 1 } }),
    close: () => {
      // Going back takes a moment. Asked for twice it would leave the queue too. Forward makes another location.
      if (left.current === location) return
      left.current = location
      void (depth > 0 ? navigate(-depth) : navigate('/admin/reports', { ...stay, replace: true }))
    },
  }
}

export function Component() {
  const [shown, setShown] = useState<Shown>('open')
  const [claimed, setClaimed] = useState<ClaimFilter>('anybody')
  const { id, open, close } = useOpenedCase()
  const heading = useRef<HTMLHeadingElement>(null)
  const onClosed = useFocusAfterClose(heading)
  const { reports: waiting = 0 } = useFrameData()
  return (
    <AdminPage title={SCREENS.adminReports.title}>
      <Card title={waiting > 0 ? `Reports (${waiting})` : 'Reports'} headingRef={heading}>
        <div className="row-12 center between">
          <PillChoice legend="What to show" value={shown} options={VIEWS} onChange={setShown} />
          {shown === 'open' ? (
            <Sort label="Who claimed them" value={claimed} options={CLAIMED} onChange={setClaimed} />
          ) : null}
        </div>
        {shown === 'templates' ? (
          <Templates />
        ) : (
          <Cases state={shown} claimed={shown === 'open' ? claimed : 'anybody'} heading={heading} onOpen={open} />
        )}
      </Card>
      <Dialog opened={id !== undefined} onClose={close} onClosed={onClosed} title="Report" size="xl" keepsClicks>
        {id === undefined ? null : <CaseView key={id} id={id} onOpen={open} onDone={close} />}
      </Dialog>
    </AdminPage>
  )
}
