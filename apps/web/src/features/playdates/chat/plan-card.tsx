import { parkDateLabel, parkTimeLabel } from '@barkyard/domain/park-time'
import { titleFor } from '@barkyard/domain/playdate'
import { turnOf } from '@barkyard/domain/playdate-moves'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { CollarTag } from '../../../components/collar-tag.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { useZoneNote } from '../../../time-zone.ts'
import { showPlan, useIsShown } from '../show-plan.ts'
import { cancelledWords, counterWords, dayWords, nearWords, statusOf } from '../words.ts'
import classes from './plan-card.module.css'
import { PlanMoves } from './plan-moves.tsx'
import { SaidAt } from './plan-note.tsx'

/** A hue for each park, the same wherever it is drawn. */
const hueOf = (park: string) => [...park].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)

interface PlanCardProps {
  playdate: Playdate
  /** The acting dog, and the other of the match. */
  dog: Dog
  otherDog: Dog
  /** When it became what it is. */
  at: string
  /** Declined, cancelled or past: low. */
  isOver: boolean
}

/** A playdate as it stands now, between the messages of its chat, with what the acting dog can do about it. */
export function PlanCard({ playdate, dog, otherDog, at, isOver }: PlanCardProps) {
  const now = useNow()
  const zone = useZoneNote(playdate)
  const isShown = useIsShown(playdate.id)
  const heading = `playdate-${playdate.id}`
  const title = titleFor(playdate.notes, dog.name, otherDog.name)
  const { word, tone } = statusOf(playdate)
  const when = new Date(playdate.whenTs)
  const about = { playdate, dog, otherDog, about: heading, now, onDone: () => showPlan(playdate.id) }
  const look = { tabIndex: -1, 'aria-labelledby': heading, 'data-shown': isShown || undefined }
  if (isOver) {
    const cancelled = cancelledWords(playdate, dog.id, otherDog.name)
    return (
      <article {...look} className={classes.low}>
        <p>
          <CollarTag tone={tone} size="sm">
            {playdate.status === 'proposed' ? 'Not answered' : word}
          </CollarTag>{' '}
          <span id={heading} className="bold">
            {title}
          </span>
          {`, ${dayWords(playdate, now)}, ${playdate.parkName}`} <SaidAt at={at} />
        </p>
        {cancelled ? <p>{cancelled}</p> : null}
        <PlanMoves {...about} />
      </article>
    )
  }
  const turn = turnOf(playdate, dog.id)
  const countered = counterWords(playdate, dog.id, otherDog.name, now)
  const near = nearWords(when, now, playdate.timeZone)
  return (
    <article
      {...look}
      className={classes.card}
      style={{ '--hue': hueOf(playdate.parkName) } as CSSProperties}
      data-waiting={turn === 'ours' || undefined}
    >
      <div className={classes.top}>
        <CollarTag tone={tone} size="sm">
          {word}
        </CollarTag>
        <SaidAt at={at} />
      </div>
      <p className={classes.when}>
        <time dateTime={playdate.whenTs} data-fixed>
          <span>{parkDateLabel(when, now, playdate.timeZone)}</span>{' '}
          <span>{parkTimeLabel(when, playdate.timeZone)}</span>
        </time>
        {zone ? <span className="quiet text-small">{zone}</span> : null}
        {near ? <span className={classes.near}>{near}</span> : null}
      </p>
      <p className={classes.park}>
        <Link to={`/park/${playdate.parkId}`}>{playdate.parkName}</Link>
      </p>
      <h2 id={heading} className={classes.title}>
        {title}
      </h2>
      {countered ? <p className={classes.line}>{countered}</p> : null}
      {playdate.status === 'proposed' && turn === 'theirs' ? (
        <p className={classes.line}>
          Waiting for <bdi>{otherDog.name}</bdi> to answer
        </p>
      ) : null}
      {playdate.with ? (
        <p className={classes.line}>
          <bdi>{playdate.with.firstName}</bdi> is coming along
        </p>
      ) : null}
      <PlanMoves {...about} />
    </article>
  )
}
