import { parkDateLabel, parkTimeLabel } from '@barkyard/domain/park-time'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { WALK_KINDS } from '@barkyard/domain/walk'
import { IconCalendarEvent, IconMapPin, IconPaw, IconRepeat, IconRuler2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { distanceText, useUnits } from '../../lib/distance.ts'
import { useZoneNote } from '../../time-zone.ts'
import classes from './walks.module.css'
import { sizesText } from './words.ts'

interface WalkFactsProps {
  walk: Walk
  now: Date
  /** Beside the park. */
  address?: ReactNode
  /** Whether it says what the kind of walk means. */
  means?: boolean
}

/** When (at the park), where and for whom a walk is. */
export function WalkFacts({ walk, now, address, means = false }: WalkFactsProps) {
  const when = new Date(walk.whenTs)
  const sizes = sizesText(walk)
  const units = useUnits()
  const zone = useZoneNote(walk)
  return (
    <>
      <p className={classes.line}>
        <IconCalendarEvent size={20} aria-hidden="true" />
        <time dateTime={walk.whenTs} className={classes.time}>
          <span>{parkDateLabel(when, now, walk.timeZone)}</span> <b>{parkTimeLabel(when, walk.timeZone)}</b>
          {zone ? <span className="quiet">{zone}</span> : null}
        </time>
      </p>
      <p className={classes.line}>
        <IconMapPin size={20} aria-hidden="true" />
        <span>
          <Link to={`/park/${walk.parkId}`} className={classes.park}>
            {walk.parkName}
          </Link>
          {walk.distance === null ? null : ` · ${distanceText(walk.distance, units)} away`}
          {address}
        </span>
      </p>
      {walk.repeats ? (
        <p className={classes.line}>
          <IconRepeat size={20} aria-hidden="true" />
          Every week
        </p>
      ) : null}
      <p className={classes.line}>
        <IconPaw size={20} aria-hidden="true" />
        <span>
          {WALK_KINDS[walk.kind]?.name ?? walk.kind}
          {means ? <span className={classes.address}>{WALK_KINDS[walk.kind]?.means}</span> : null}
        </span>
      </p>
      {sizes ? (
        <p className={classes.line}>
          <IconRuler2 size={20} aria-hidden="true" />
          {sizes}
        </p>
      ) : null}
    </>
  )
}

const FACES = 5

/** The faces of the dogs that come, the host's first. */
export function Faces({ walk: { dogs } }: { walk: Walk }) {
  const names = dogs.map(({ name }) => name).join(', ')
  return (
    <div className={classes.faces} role="img" aria-label={`Coming: ${names}`}>
      {dogs.slice(0, FACES).map(dog => (
        <DogAvatar key={dog.id} dog={dog} size={36} />
      ))}
      {dogs.length > FACES ? <span className={classes.moreFaces}>+{dogs.length - FACES}</span> : null}
    </div>
  )
}
