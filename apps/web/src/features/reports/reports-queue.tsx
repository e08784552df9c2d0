import type { AdminReportsQuery } from '@barkyard/domain/schemas/report'
import { useRef, useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { PillChoice } from '../../components/pill-choice.tsx'
import { Card } from '../../components/settings-card.tsx'
import { trpc } from '../../trpc.ts'
import { CaseList } from './case-list.tsx'
import { CaseView } from './case-view.tsx'
import { Templates } from './templates.tsx'

type Shown = AdminReportsQuery['state'] | 'templates'

const VIEWS: readonly [Shown, string][] = [
  ['open', 'Open'],
  ['decided', 'Decided'],
  ['templates', 'Templates'],
]

/** The number of open cases, whichever list is shown. */
const useWaiting = () => trpc.admin.reports.useQuery({ limit: 1 }, { throwOnError: false }).data?.total ?? 0

/** Open and decided reports and appeals, and the templates for statements. */
export function ReportsQueue() {
  const [shown, setShown] = useState<Shown>('open')
  const [opened, setOpened] = useState<{ id: string; toDecide: boolean } | null>(null)
  const [isCovered, setIsCovered] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const waiting = useWaiting()
  const open = (id: string, toDecide: boolean) => {
    setOpened({ id, toDecide })
    setIsCovered(true)
  }
  const close = () => setOpened(null)
  return (
    <div id="reports">
      <Card title={waiting > 0 ? `Reports (${waiting})` : 'Reports'} headingRef={heading}>
        <div>
          <PillChoice legend="What to show" value={shown} options={VIEWS} onChange={setShown} />
        </div>
        {shown === 'templates' ? (
          <Templates />
        ) : (
          <CaseList
            key={shown}
            state={shown}
            isCovered={isCovered}
            onOpen={open}
            onEmptied={() => heading.current?.focus({ preventScroll: true })}
          />
        )}
      </Card>
      <Dialog
        opened={opened !== null}
        onClose={close}
        onClosed={() => setIsCovered(false)}
        title="Report"
        size="lg"
        keepsClicks
      >
        {opened === null ? null : (
          <CaseView
            key={opened.id}
            id={opened.id}
            toDecide={opened.toDecide}
            onOpen={id => open(id, false)}
            onDone={close}
          />
        )}
      </Dialog>
    </div>
  )
}
