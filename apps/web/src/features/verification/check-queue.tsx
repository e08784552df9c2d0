import { isolate } from '@barkyard/domain/isolate'
import type { AdminVerification, AdminVerificationsQuery } from '@barkyard/domain/schemas/verification'
import { useState } from 'react'
import { useMay } from '../../auth.ts'
import { CollarTag } from '../../components/collar-tag.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { PillChoice } from '../../components/pill-choice.tsx'
import { Queue } from '../../components/queue.tsx'
import { QueueRow } from '../../components/queue-row.tsx'
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
  const seesAddresses = useMay('addresses')
  return (
    <QueueRow
      face={<DogAvatar dog={dog ?? { name: '', photos: [] }} size={48} />}
      title={`${isolate(dog?.name ?? 'Dog')}: ${KINDS[check.kind]}`}
      facts={`${isolate(fullName(check.owner))}${seesAddresses ? ` (${addressOf(check.owner)})` : ''} · ${momentOf(check.createdAt)}`}
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
  const list = useQueue(shown)
  const waiting = useWaiting()
  return (
    <Queue
      title={waiting > 0 ? `Checks (${waiting})` : 'Checks'}
      what="checks"
      list={list}
      label={shown === 'waiting' ? 'Waiting checks' : 'Decided checks'}
      empty={EMPTY[shown]}
      controls={
        <div>
          <PillChoice legend="Which checks to show" value={shown} options={VIEWS} onChange={setShown} />
        </div>
      }
      rowOf={(check, onOpen) => <CheckRow check={check} onOpen={onOpen} />}
      dialogTitle="Check"
      view={(check, state) => <CheckView key={check.id} check={check} {...state} />}
    />
  )
}
