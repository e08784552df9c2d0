import { isolate } from '@barkyard/domain/isolate'
import { approachWords } from '@barkyard/domain/lost'
import type { Place } from '@barkyard/domain/place'
import type { AdminLost, AdminLostQuery } from '@barkyard/domain/schemas/lost'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { AdminPage, useWaitingLost } from '../../../components/admin-page.tsx'
import { Button } from '../../../components/button.tsx'
import { CollarTag } from '../../../components/collar-tag.tsx'
import { DogAvatar } from '../../../components/dog-photo.tsx'
import { Facts } from '../../../components/facts.tsx'
import { Picture } from '../../../components/picture.tsx'
import { ChangedNote, Queue, QueueRow, useReason } from '../../../components/queue.tsx'
import { paged, useInfiniteList } from '../../../lib/list-pages.ts'
import { told } from '../../../lib/toast.ts'
import { fullName, momentOf } from '../../../lib/words.ts'
import { SCREENS } from '../../../screens.ts'
import { trpc } from '../../../trpc.ts'
import { useSightings } from '../data.ts'
import { SIGHTING_WORDS } from '../words.ts'

const VIEWS = [
  ['waiting', 'Waiting', 'No search waits for a decision.'],
  ['open', 'Open', 'No search is open.'],
  ['closed', 'Over', 'No search is over yet.'],
] as const

const SQUARE = { width: 96, height: 96, borderRadius: 14, objectFit: 'cover' } as const

interface LostViewProps {
  lost: AdminLost
  isGone: boolean
  onDone: () => void
}

const Point = ({ lat, lng }: Place) => (
  <a
    href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`}
    target="_blank"
    rel="noreferrer"
  >
    {lat}, {lng}
  </a>
)

/** A search with its dog's photos, what its owner says and what people saw, and what a moderator may do with it. */
function LostView({ lost, isGone, onDone }: LostViewProps) {
  const { dog, owner } = lost
  return (
    <div className="stack-16">
      <div>
        <h3 className="text-lead breakable">
          <bdi>{dog.name}</bdi>, {dog.breed}
        </h3>
        <p className="quiet breakable">
          <bdi>{fullName(owner)}</bdi> · {momentOf(lost.createdAt)}
        </p>
        <p className="breakable">
          <Link to={`/dog/${dog.id}`}>
            Open <bdi>{dog.name}</bdi>'s page
          </Link>
          {lost.reportId ? (
            <>
              {' · '}
              <Link to={`/admin/reports/${lost.reportId}`}>There is an open report about this dog</Link>
            </>
          ) : null}
        </p>
      </div>
      <ul className="row-8" aria-label="Photos">
        {dog.photos.map(({ id, urlThumb, urlLarge }, index) => (
          <li key={id}>
            <Picture style={SQUARE} src={urlThumb} large={urlLarge} alt={`${index + 1} of ${dog.name}`} />
          </li>
        ))}
      </ul>
      <Facts
        facts={[
          [
            'Last seen',
            <span key="seen">
              {momentOf(lost.lastSeenAt)}, <Point lat={lost.lat} lng={lost.lng} />
            </span>,
          ],
          ['Wears', lost.wearing],
          ['Owner says', lost.note],
          ['If somebody meets it', approachWords(lost.approach)],
          ['Phone', lost.phone && `${lost.phone} (${lost.showPhone ? 'shown to everybody' : 'kept back'})`],
          ['Reach', `${lost.reach} km`],
          ['Searches of this owner within a year', String(lost.casesThisYear)],
        ]}
      />
      {lost.sightings > 0 ? <Sightings id={lost.id} /> : null}
      {isGone ? (
        <p role="status">This search is no longer in this list: it is over, or somebody else decided.</p>
      ) : lost.state === 'waiting' || lost.state === 'open' ? (
        <Decision lost={lost} onDone={onDone} />
      ) : (
        <p>
          {lost.closedByModerator ? 'A moderator closed it.' : `It is over${lost.outcome ? `: ${lost.outcome}` : ''}.`}
        </p>
      )}
    </div>
  )
}

const Sightings = ({ id }: { id: string }) => (
  <section aria-label="Sightings">
    <h4>Sightings</h4>
    <ul className="stack-12 mt-8">
      {useSightings(id).data?.map(({ id: sighting, at, lat, lng, where, state, note, photo, from, phone }) => (
        <li key={sighting}>
          <p className="quiet text-small breakable">
            <bdi>{from ? from.firstName : 'Somebody without an account'}</bdi>
            <span> · {momentOf(at)} · </span>
            {lat === null || lng === null ? <span>{where}</span> : <Point lat={lat} lng={lng} />}
          </p>
          <p className="breakable">
            {SIGHTING_WORDS[state].said}
            {note ? `: ${note}` : '.'}
            {phone ? ` ${phone}` : ''}
          </p>
          {photo ? <Picture style={SQUARE} src={photo} alt="What was sent" /> : null}
        </li>
      ))}
    </ul>
  </section>
)

function Decision({ lost: { id, version, state }, onDone }: Omit<LostViewProps, 'isGone'>) {
  const utils = trpc.useUtils()
  const decided = told(
    (now: AdminLost) => (now.state === 'open' ? 'The search is open' : 'The search is closed'),
    'Failed to decide',
    onDone,
    () => utils.admin.lostCases.invalidate(),
  )
  const decide = trpc.admin.decideLost.useMutation(decided)
  const close = trpc.admin.closeLost.useMutation(decided)
  const isWaiting = state === 'waiting'
  const pending = decide.isPending || close.isPending
  const label = `Statement (sent to the owner, needed to ${isWaiting ? 'refuse' : 'close'})`
  const { reason: statement, isGiven, field } = useReason({ label, action: 'close-lost' })
  const end = () => {
    if (!isGiven()) return
    if (isWaiting) decide.mutate({ id, version, approve: false, statement })
    else close.mutate({ id, version, statement })
  }
  return (
    <div className="stack-16">
      <ChangedNote version={version} text="The search has changed since you opened it. Look again." />
      {field}
      <p className="quiet breakable">
        {isWaiting
          ? 'Approving tells owners nearby at once.'
          : 'Closing ends the search for everybody. The next one for this dog waits for a moderator.'}
      </p>
      <div className="row-12 end">
        <Button variant="outline" color="collar" aria-disabled={pending} onClick={end}>
          {isWaiting ? 'Refuse' : 'Close the search'}
        </Button>
        {isWaiting ? (
          <Button
            aria-disabled={pending}
            onClick={() => decide.mutate({ id, version, approve: true, ...(statement.trim() && { statement }) })}
          >
            Approve
          </Button>
        ) : null}
      </div>
    </div>
  )
}

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
