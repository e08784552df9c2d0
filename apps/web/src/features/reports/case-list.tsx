import type { ClaimFilter } from '@barkyard/domain/report'
import type { AdminReport, AdminReportsQuery } from '@barkyard/domain/schemas/report'
import { CollarTag } from '../../components/collar-tag.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { QueueRows } from '../../components/queue.tsx'
import { QueueRow } from '../../components/queue-row.tsx'
import { paged, useInfiniteList } from '../../lib/list-pages.ts'
import { useNow } from '../../lib/use-now.ts'
import { momentOf } from '../../lib/words.ts'
import { trpc } from '../../trpc.ts'
import { ageOf, titleOf } from './report-words.ts'

interface CaseListProps {
  state: AdminReportsQuery['state']
  /** Who has claimed the cases that are listed. */
  claimed: ClaimFilter
  onOpen: (id: string) => void
}

const EMPTY = { open: 'No reports are waiting for a decision.', decided: 'Nothing has been decided yet.' }

const isUrgent = ({ kind }: AdminReport) => kind === 'child-safety' || kind === 'danger'

/** Cases, page by page. */
export function CaseList({ state, claimed, onOpen }: CaseListProps) {
  const list = useInfiniteList<AdminReport>(trpc.admin.reports.useInfiniteQuery({ state, claimed, limit: 20 }, paged))
  const now = useNow()
  return (
    <>
      {list.items.length > 0 ? (
        <p className="quiet">
          {state === 'open' ? 'Urgent reports first, then the oldest.' : 'Latest decisions first.'}
        </p>
      ) : null}
      <QueueRows
        list={list}
        what="reports"
        label="Reports"
        empty={claimed === 'anybody' ? EMPTY[state] : 'No open reports match this choice.'}
        rowOf={one => <CaseRow report={one} now={now} onOpen={() => onOpen(one.id)} />}
      />
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
