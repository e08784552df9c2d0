import { approachWords } from '@barkyard/domain/lost'
import type { Place } from '@barkyard/domain/place'
import { STATEMENT_MAX } from '@barkyard/domain/report'
import type { AdminLost } from '@barkyard/domain/schemas/lost'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../../components/button.tsx'
import { useReason } from '../../../components/reason-field.tsx'
import { useOneAtATime } from '../../../lib/one-at-a-time.ts'
import { fullName, momentOf } from '../../../lib/words.ts'
import { useSightings } from '../data.ts'
import { SIGHTING_WORDS } from '../words.ts'
import { useCloseLost, useDecideLost } from './data.ts'

const SQUARE = { width: 96, height: 96, borderRadius: 14, objectFit: 'cover' } as const

interface LostViewProps {
  lost: AdminLost
  /** Whether it has left the list: it is over, or somebody else decided. */
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
export function LostView({ lost, isGone, onDone }: LostViewProps) {
  const { dog, owner } = lost
  const facts: [string, string | null][] = [
    ['Wears', lost.wearing],
    ['Owner says', lost.note],
    ['If somebody meets it', approachWords(lost.approach)],
    ['Phone', lost.phone && `${lost.phone} (${lost.showPhone ? 'shown to everybody' : 'kept back'})`],
    ['Reach', `${lost.reach} km`],
    ['Searches of this owner within a year', String(lost.casesThisYear)],
  ]
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
            <a href={urlLarge} target="_blank" rel="noreferrer">
              <img style={SQUARE} src={urlThumb} alt={`${index + 1} of ${dog.name}, opens in a new tab`} />
            </a>
          </li>
        ))}
      </ul>
      <dl className="stack-8">
        <div>
          <dt className="quiet text-small">Last seen</dt>
          <dd className="breakable">
            {momentOf(lost.lastSeenAt)}, <Point lat={lost.lat} lng={lost.lng} />
          </dd>
        </div>
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt className="quiet text-small">{name}</dt>
              <dd className="as-typed">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
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
          {photo ? (
            <a href={photo} target="_blank" rel="noreferrer">
              <img style={SQUARE} src={photo} alt="What was sent, opens in a new tab" loading="lazy" />
            </a>
          ) : null}
        </li>
      ))}
    </ul>
  </section>
)

function Decision({ lost, onDone }: { lost: AdminLost; onDone: () => void }) {
  const [firstVersion] = useState(lost.version)
  const decide = useDecideLost(onDone)
  const close = useCloseLost(onDone)
  const startDecide = useOneAtATime(decide.mutate)
  const startClose = useOneAtATime(close.mutate)
  const pending = decide.isPending || close.isPending
  const { id, version } = lost
  const isWaiting = lost.state === 'waiting'
  const label = `Statement (sent to the owner, needed to ${isWaiting ? 'refuse' : 'close'})`
  const { reason: statement, isGiven, field } = useReason(label, STATEMENT_MAX)
  const end = () => {
    if (!isGiven()) return
    if (isWaiting) startDecide({ id, version, approve: false, statement })
    else startClose({ id, version, statement })
  }
  return (
    <div className="stack-16">
      <p role="status" className="quiet breakable">
        {version === firstVersion ? null : 'The search has changed since you opened it. Look again.'}
      </p>
      {field}
      <p className="quiet breakable">
        {isWaiting
          ? 'Approving tells owners nearby at once.'
          : 'Closing ends the search for everybody. The next one for this dog waits for a moderator.'}
      </p>
      <div className="row-12 end">
        <Button variant="outline" color="collar" aria-disabled={pending} onClick={() => pending || end()}>
          {isWaiting ? 'Refuse' : 'Close the search'}
        </Button>
        {isWaiting ? (
          <Button
            aria-disabled={pending}
            onClick={() =>
              pending || startDecide({ id, version, approve: true, ...(statement.trim() && { statement }) })
            }
          >
            Approve
          </Button>
        ) : null}
      </div>
    </div>
  )
}
