import { isolate } from '@barkyard/domain/isolate'
import type { AdminLost, AdminLostQuery } from '@barkyard/domain/schemas/lost'
import { useState } from 'react'
import { CollarTag } from '../../../components/collar-tag.tsx'
import { DogAvatar } from '../../../components/dog-photo.tsx'
import { Queue, QueueRow } from '../../../components/queue.tsx'
import { paged, useInfiniteList } from '../../../lib/list-pages.ts'
import { useWaitingLost } from '../../../lib/waiting.ts'
import { fullName, momentOf } from '../../../lib/words.ts'
import { SCREENS } from '../../../screens.ts'
import { trpc } from '../../../trpc.ts'
import { AdminPage } from '../../admin/admin-page.tsx'
import { LostView } from './lost-view.tsx'

const VIEWS = [
  ['waiting', 'Waiting', 'No search waits for a decision.'],
  ['open', 'Open', 'No search is open.'],
  ['closed', 'Over', 'No search is over yet.'],
] as const

/** Searches for lost dogs that wait for a moderator, are open, or over. */
export function Component() {
  const [state, setState] = useState<AdminLostQuery['state']>('waiting')
  return (
    <AdminPage title={SCREENS.adminLost.title}>
      <Queue
        title="Lost dogs"
        waiting={useWaitingLost()}
        what="searches"
        list={useInfiniteList<AdminLost>(trpc.admin.lostCases.useInfiniteQuery({ state, limit: 20 }, paged))}
        views={VIEWS}
        shown={state}
        onShow={setState}
        rowOf={({ dog, owner, createdAt, sightings, reportId, closedByModerator }, onOpen) => (
          <QueueRow
            face={<DogAvatar dog={dog} size={48} />}
            title={`${isolate(dog.name)}, ${dog.breed}`}
            facts={`${isolate(fullName(owner))} · ${momentOf(createdAt)}${sightings > 0 ? ` · ${sightings} sightings` : ''}`}
            tags={
              <>
                {reportId ? <CollarTag tone="collar">Reported</CollarTag> : null}
                {closedByModerator ? <CollarTag>By a moderator</CollarTag> : null}
              </>
            }
            onOpen={onOpen}
          />
        )}
        dialogTitle="Lost dog"
        view={(lost, about) => <LostView key={lost.id} lost={lost} {...about} />}
      />
    </AdminPage>
  )
}
