import { PARKS, PARKS_OF_MATCH_KM } from '@barkyard/domain/parks'
import { distanceKm } from '@barkyard/domain/place'
import { defaultTitle } from '@barkyard/domain/playdate'
import { refusalOf, turnOf } from '@barkyard/domain/playdate-moves'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { ChatPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import type { User } from '@barkyard/domain/schemas/user'
import { IconCalendarEvent, IconCalendarPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { useUser } from '../../../auth.ts'
import { Button } from '../../../components/button.tsx'
import { CollarTag } from '../../../components/collar-tag.tsx'
import { placeOf } from '../../../lib/use-map-start.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useZoneNote } from '../../../time-zone.ts'
import { nextOf } from '../data.ts'
import { hashOf } from '../show-plan.ts'
import { Phrases, PlaydateSignals } from '../signals.tsx'
import { LazyCreateDialog } from '../use-plan-moves.tsx'
import { briefWords } from '../words.ts'
import classes from './plan-strip.module.css'

/** The id of the nearest of the built-in parks; null if none is near, or that is not known. */
function nearestPark(user: User | null): string | null {
  const place = placeOf(user)
  if (!place) return null
  const near = PARKS.map(park => ({ id: park.id, km: distanceKm(place, park) })).sort((a, b) => a.km - b.km)[0]
  return near && near.km <= PARKS_OF_MATCH_KM ? near.id : null
}

/** A part of its own: without a plan nobody's zone is asked for. */
function ZoneNote(plan: Playdate) {
  const zone = useZoneNote(plan)
  return zone && ` ${zone}`
}

interface PlanStripProps {
  match: { id: string; otherDog: Dog }
  dog: Dog
  /** undefined while they load: its place is kept. */
  playdates: readonly ChatPlaydate[] | undefined
  /** Whether what changed then stands between the loaded messages, so that the chat can show it. */
  isInStream: (at: string) => boolean
}

/** Above the field: the next plan, which it opens, else the way to one. Around the meeting, what the two sides tell each other. */
export function PlanStrip({ match, dog, playdates, isInStream }: PlanStripProps) {
  const now = useNow()
  const user = useUser()
  const about = useId()
  // Null until the form is first opened.
  const [isPlanning, setPlanning] = useState<boolean | null>(null)
  // Where the two have met or meant to, else the nearest park, if that is known.
  const usual = playdates?.[0]?.playdate.parkId ?? nearestPark(user)
  const next = playdates && nextOf(playdates, now)
  const playdate = next?.playdate
  const isNear = playdate !== undefined && refusalOf(playdate, dog.id, { type: 'here' }, now) === null
  const common = { otherDog: match.otherDog, about }
  return (
    <section className={`no-shrink ${classes.strip}`} aria-label="Plans">
      <div className="line-8 between" style={{ minHeight: 48 }}>
        {playdate && next ? (
          <Link
            id={about}
            className={`line-8 bold plain-link shrinkable target ${classes.next}`}
            to={{
              pathname: isInStream(next.changedAt) ? `/bark-chat/${match.id}` : '/playdates',
              hash: hashOf(playdate.id),
            }}
            replace={isInStream(next.changedAt)}
            preventScrollReset
          >
            <IconCalendarEvent size={20} aria-hidden="true" />
            <span className="visually-hidden">Next playdate: </span>
            <span className={`clip-2 shrinkable tabular ${classes.words}`}>
              {briefWords(playdate, now)}
              <ZoneNote {...playdate} />, {playdate.parkName}
            </span>
            {turnOf(playdate, dog.id) === 'ours' ? (
              <CollarTag tone="ball" size="sm">
                Your turn
              </CollarTag>
            ) : playdate.status === 'proposed' ? (
              <CollarTag size="sm">Proposed</CollarTag>
            ) : null}
          </Link>
        ) : playdates ? (
          <Button variant="light" Icon={IconCalendarPlus} onClick={() => setPlanning(true)}>
            Plan a playdate
          </Button>
        ) : null}
        {playdate ? (
          <button
            type="button"
            className="icon-button"
            aria-label="Plan another playdate"
            onClick={() => setPlanning(true)}
          >
            <IconCalendarPlus size={22} aria-hidden="true" />
          </button>
        ) : null}
      </div>
      {playdate && isNear ? (
        <div className={`stack-8 ${classes.near}`}>
          <PlaydateSignals
            {...common}
            playdate={playdate}
            dog={dog}
            onDone={() => document.getElementById(about)?.focus()}
          />
          <Phrases {...common} playdate={playdate} />
        </div>
      ) : null}
      {isPlanning === null ? null : (
        <LazyCreateDialog
          match={match}
          start={{ title: defaultTitle(match.otherDog.name), date: null, time: null, park: usual }}
          opened={isPlanning}
          onClose={() => setPlanning(false)}
        />
      )}
    </section>
  )
}
