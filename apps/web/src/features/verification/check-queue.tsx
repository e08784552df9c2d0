import { isolate } from '@barkyard/domain/isolate'
import type { AdminVerification, AdminVerificationsQuery } from '@barkyard/domain/schemas/verification'
import { useEffect, useRef, useState } from 'react'
import { CollarTag } from '../../components/collar-tag.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { PillChoice } from '../../components/pill-choice.tsx'
import { QueueRow, queueRows } from '../../components/queue-row.tsx'
import { Card } from '../../components/settings-card.tsx'
import { addressOf, fullName, momentOf } from '../../lib/words.ts'
import { CheckView } from './check-view.tsx'
import { useCheckedDog, useQueue, useWaiting } from './data.ts'

type Shown = AdminVerificationsQuery['state']

const VIEWS: readonly [Shown, string][] = [
  ['waiting', 'Waiting'],
  ['decided', 'Decided'],
]
const EMPTY = { waiting: 'No checks are waiting.', decided: 'Nothing has been decided yet.' }
const KINDS = { photo: 'photo', vaccination: 'vaccination record' }

function CheckRow({ check, onOpen }: { check: AdminVerification; onOpen: () => void }) {
  const dog = useCheckedDog(check.dogId)
  return (
    <QueueRow
      face={<DogAvatar dog={dog ?? { name: '', photos: [] }} size={48} />}
      title={`${isolate(dog?.name ?? 'Dog')}: ${KINDS[check.kind]}`}
      facts={`${isolate(fullName(check.owner))} (${addressOf(check.owner)}) · ${momentOf(check.createdAt)}`}
      tags={
        check.state === 'waiting' ? null : (
          <CollarTag tone={check.state === 'approved' ? 'grass' : 'collar'}>
            {check.state === 'approved' ? 'Approved' : 'Refused'}
          </CollarTag>
        )
      }
      onOpen={onOpen}
    />
  )
}

/** What owners want to have checked about their dogs: waiting ones, oldest first, and decided ones. */
export function CheckQueue() {
  const [shown, setShown] = useState<Shown>('waiting')
  const [opened, setOpened] = useState<AdminVerification | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useQueue(shown)
  const waiting = useWaiting()
  const [closings, setClosings] = useState(0)
  const close = () => setOpened(null)
  // The row has gone, so the focus had nowhere to return to.
  useEffect(() => {
    if (closings > 0 && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [closings])
  // Its latest version, or as it was opened once it is no longer in this list.
  const current = list.items.find(({ id }) => id === opened?.id)
  return (
    <>
      <Card title={waiting > 0 ? `Checks (${waiting})` : 'Checks'} headingRef={heading}>
        <div>
          <PillChoice legend="Which checks to show" value={shown} options={VIEWS} onChange={setShown} />
        </div>
        {list.failed ? (
          <ErrorState title="We couldn't load the checks" onRetry={list.retry} />
        ) : list.loading ? (
          <SkeletonRows rows={2} />
        ) : list.items.length === 0 ? (
          <EmptyState mood="asleep" text={EMPTY[shown]} />
        ) : (
          <>
            <ul className={queueRows} aria-label={shown === 'waiting' ? 'Waiting checks' : 'Decided checks'}>
              {list.items.map(check => (
                <li key={check.id}>
                  <CheckRow check={check} onOpen={() => setOpened(check)} />
                </li>
              ))}
            </ul>
            <LoadMore list={list} what="checks" />
          </>
        )}
      </Card>
      <Dialog
        opened={opened !== null}
        onClose={close}
        onClosed={() => setClosings(closings + 1)}
        title="Check"
        size="lg"
        keepsClicks
      >
        {opened ? (
          <CheckView key={opened.id} check={current ?? opened} isGone={current === undefined} onDone={close} />
        ) : null}
      </Dialog>
    </>
  )
}
