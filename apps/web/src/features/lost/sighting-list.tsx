import { isolate } from '@barkyard/domain/isolate'
import type { OwnLost, Sighting } from '@barkyard/domain/schemas/lost'
import { Button } from '../../components/button.tsx'
import { useNow } from '../../lib/use-now.ts'
import { ReportCase } from '../../report-case.tsx'
import { agoWords } from './ago-words.ts'
import { useChangeCase, useThank } from './data.ts'
import classes from './lost.module.css'
import { Call } from './panel.tsx'
import { SIGHTING_WORDS } from './words.ts'

const EVIDENCE = { width: 'min(100%, 320px)', borderRadius: 'var(--radius-control)' }

function SightingRow({ lost, sighting, number }: { lost: OwnLost; sighting: Sighting; number: number }) {
  const now = useNow()
  const thank = useThank()
  const point = useChangeCase(lost, 'This is the new point')
  const { at, lat, lng, where, state, note, photo, from, phone, thanked } = sighting
  const who = from ? isolate(from.firstName) : 'somebody without an account'
  return (
    <li className={`stack-8 ${classes.box}`}>
      <p className="bold">
        {number}. {SIGHTING_WORDS[state].said} {agoWords(at, now)}, says {who}
      </p>
      {where ? <p className="breakable">{where}</p> : null}
      {note ? <p className="breakable">{note}</p> : null}
      {photo ? <img style={EVIDENCE} src={photo} alt={`What ${who} saw`} loading="lazy" /> : null}
      {phone ? <Call phone={phone} /> : null}
      <div className="row-8">
        {lost.state === 'open' && lat !== null && lng !== null ? (
          <Button
            variant="default"
            aria-disabled={point.isPending}
            onClick={() => point.change({ lat, lng, lastSeenAt: at })}
          >
            Search from here
          </Button>
        ) : null}
        {from ? (
          <Button
            variant="default"
            aria-disabled={thanked || thank.isPending}
            onClick={() => thank.mutate({ id: sighting.id })}
          >
            {thanked ? 'Thanked' : 'Thank'}
          </Button>
        ) : null}
        <ReportCase about={{ sightingId: sighting.id }} title="Report this sighting" />
      </div>
    </li>
  )
}

export const SightingList = ({ lost, sightings }: { lost: OwnLost; sightings: readonly Sighting[] }) =>
  sightings.length === 0 ? (
    <p>Nobody has seen {isolate(lost.dog.name)} yet. You are told at once, at any hour.</p>
  ) : (
    <ol className="stack-12">
      {sightings.map((sighting, index) => (
        <SightingRow key={sighting.id} lost={lost} sighting={sighting} number={index + 1} />
      ))}
    </ol>
  )
