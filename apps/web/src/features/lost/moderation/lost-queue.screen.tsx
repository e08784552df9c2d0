import { isolate } from '@barkyard/domain/isolate'
import type { AdminLost, AdminLostQuery } from '@barkyard/domain/schemas/lost'
import { useState } from 'react'
import { CollarTag } from '../../../components/collar-tag.tsx'
import { DogAvatar } from '../../../components/dog-photo.tsx'
import { PillChoice } from '../../../components/pill-choice.tsx'
import { Queue } from '../../../components/queue.tsx'
import { QueueRow } from '../../../components/queue-row.tsx'
import { useWaitingLost } from '../../../lib/waiting.ts'
import { fullName, momentOf } from '../../../lib/words.ts'
import { SCREENS } from '../../../screens.ts'
import { AdminPage } from '../../admin/admin-page.tsx'
import { useLostQueue } from './data.ts'
import { LostView } from './lost-view.tsx'

type Shown = AdminLostQuery['state']

const VIEWS: readonly [Shown, string][] = [
  ['waiting', 'Waiting'],
  ['open', 'Open'],
  ['closed', 'Over'],
]
const EMPTY = {
  waiting: 'No search waits for a decision.',
  open: 'No search is open.',
  closed: 'No search is over yet.',
}

const LostRow = ({ lost, onOpen }: { lost: AdminLost; onOpen: () => void }) => (
  <QueueRow
    face={<DogAvatar dog={lost.dog} size={48} />}
    title={`${isolate(lost.dog.name)}, ${lost.dog.breed}`}
    facts={`${isolate(fullName(lost.owner))} · ${momentOf(lost.createdAt)}${lost.sightings > 0 ? ` · ${lost.sightings} sightings` : ''}`}
    tags={
      <>
        {lost.reportId ? <CollarTag tone="collar">Reported</CollarTag> : null}
        {lost.closedByModerator ? <CollarTag>By a moderator</CollarTag> : null}
      </>
    }
    onOpen={onOpen}
  />
)

function LostQueue() {
  const [shown, setShown] = useState<Shown>('waiting')
  const list = useLostQueue(shown)
  const waiting = useWaitingLost()
  return (
    <Queue
      title={waiting > 0 ? `Lost dogs (${waiting} waiting)` : 'Lost dogs'}
      what="searches"
      list={list}
      label="Searches for lost dogs"
      empty={EMPTY[shown]}
      controls={
        <div>
          <PillChoice legend="Which searches to show" value={shown} options={VIEWS} onChange={setShown} />
        </div>
      }
      rowOf={(lost, onOpen) => <LostRow lost={lost} onOpen={onOpen} />}
      dialogTitle="Lost dog"
      view={(lost, state) => <LostView key={lost.id} lost={lost} {...state} />}
    />
  )
}

/** Searches for lost dogs that wait for a moderator, are open, or over. */
export const Component = () => (
  <AdminPage title={SCREENS.adminLost.title}>
    <LostQueue />
  </AdminPage>
)
