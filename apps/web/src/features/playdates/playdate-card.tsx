import { isolate } from '@barkyard/domain/isolate'
import { parkDateLabel, parkTimeLabel } from '@barkyard/domain/park-time'
import { parkById } from '@barkyard/domain/parks'
import { titleFor } from '@barkyard/domain/playdate'
import { turnOf } from '@barkyard/domain/playdate-moves'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { IconCalendarEvent, IconMapPin } from '@tabler/icons-react'
import { type ComponentType, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useActingDog } from '../../auth.ts'
import type { MenuAction } from '../../components/action-menu.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { DogAvatar, DogPhoto } from '../../components/dog-photo.tsx'
import { directionsTo } from '../../lib/directions.ts'
import { useNow } from '../../lib/use-now.ts'
import { useZoneNote } from '../../time-zone.ts'
import classes from './playdate-card.module.css'
import { useIsShown } from './show-plan.ts'
import { usePlaydateMoves } from './use-playdate-moves.tsx'
import { cancelledWords, counterWords, nearWords, phraseWords, signalWords, statusOf } from './words.ts'

interface PlaydateCardProps {
  playdate: Playdate
  otherDog: Dog
  /** The "…" menu of the other dog, which another feature renders. */
  Menu: ComponentType<{ dog: Dog; first?: readonly MenuAction[] }>
}

/**
 * A future or current playdate: the other dog, time (San Francisco) and park, the agreed terms, suggestions, and the
 * possible moves. One that is off is low: what it was, and its badge.
 */
export function PlaydateCard({ playdate, otherDog, Menu }: PlaydateCardProps) {
  const actingDog = useActingDog()
  const card = useRef<HTMLElement>(null)
  const now = useNow()
  const when = new Date(playdate.whenTs)
  const { word, tone } = statusOf(playdate)
  const turn = actingDog ? turnOf(playdate, actingDog.id) : null
  const heading = `playdate-${playdate.id}`
  const cancelled = cancelledWords(playdate, actingDog?.id, otherDog.name)
  const countered = actingDog ? counterWords(playdate, actingDog.id, otherDog.name, now) : null
  const isOff = playdate.status === 'declined'
  const near = nearWords(when, now, playdate.timeZone)
  const park = parkById(playdate.parkId)
  const zone = useZoneNote(playdate)
  const isShown = useIsShown(playdate.id)
  const { buttons, menu, dialogs } = usePlaydateMoves({
    playdate,
    dog: actingDog,
    otherDog,
    about: heading,
    now,
    onDone: () => card.current?.focus({ preventScroll: true }),
  })
  const title = titleFor(playdate.notes, actingDog?.name, otherDog.name)
  const common = { ref: card, tabIndex: -1, 'aria-labelledby': heading, 'data-shown': isShown || undefined }

  if (isOff)
    return (
      <article {...common} className={classes.low}>
        <DogAvatar dog={otherDog} size={32} alt={`Photo of ${isolate(otherDog.name)}`} />
        <h3 id={heading} className={classes.lowTitle}>
          {title}
        </h3>
        <CollarTag tone={tone} size="sm">
          {word}
        </CollarTag>
        {/* What is last is cut off where there is no room. The chat says it in full. */}
        <p className={classes.lowLine}>
          <Link to={`/dog/${otherDog.id}`}>{otherDog.name}</Link>
          {' · '}
          <time dateTime={playdate.whenTs}>
            {parkDateLabel(when, now, playdate.timeZone)}, {parkTimeLabel(when, playdate.timeZone)}
          </time>
          {' · '}
          <span>{playdate.parkName}</span>
          {zone ? ` · ${zone}` : null}
          {cancelled ? (
            <>
              {' · '}
              <span>{cancelled}</span>
            </>
          ) : null}
        </p>
        <Menu dog={otherDog} first={menu} />
        {dialogs}
      </article>
    )

  return (
    <article {...common} className={classes.card} data-waiting={turn === 'ours' || undefined}>
      {/* For the keyboard, the name leads there. */}
      <Link to={`/dog/${otherDog.id}`} tabIndex={-1} className={classes.photo}>
        <DogPhoto
          dog={otherDog}
          isMarked={false}
          photo={otherDog.photos[0]}
          name={otherDog.name}
          sizes="128px"
          alt={`Photo of ${isolate(otherDog.name)}`}
        />
      </Link>
      <div className={classes.head}>
        <div className={classes.top}>
          <CollarTag tone={tone} size="sm">
            {word}
          </CollarTag>
          <Menu dog={otherDog} first={menu} />
        </div>
        <h3 id={heading} className="text-lead breakable">
          {title}
        </h3>
        <p className={classes.name}>
          <Link to={`/dog/${otherDog.id}`}>{otherDog.name}</Link>
        </p>
        {playdate.with ? (
          <p className={classes.name}>
            <bdi>{playdate.with.firstName}</bdi> is coming along
          </p>
        ) : null}
      </div>
      <div className={classes.details}>
        <p className={classes.line}>
          <IconCalendarEvent size={20} aria-hidden="true" />
          <span className={classes.when}>
            <time dateTime={playdate.whenTs}>
              {near ? <span className={classes.near}>{near}</span> : null}{' '}
              <span className={classes.part}>{parkDateLabel(when, now, playdate.timeZone)}</span>{' '}
              <span className={classes.part}>{parkTimeLabel(when, playdate.timeZone)}</span>
            </time>{' '}
            {zone ? <span className="quiet">{zone}</span> : null}
          </span>
        </p>
        <p className={classes.line}>
          <IconMapPin size={20} aria-hidden="true" />
          <span>
            <Link to={`/park/${playdate.parkId}`} className={classes.park}>
              {playdate.parkName}
            </Link>
            {park ? <span className={classes.address}>{park.address}</span> : null}
            <a
              className={classes.directions}
              href={directionsTo({ name: playdate.parkName, lat: Number(playdate.lat), lng: Number(playdate.lng) })}
              target="_blank"
              rel="noreferrer"
              aria-label={`Directions to ${playdate.parkName}, in your map`}
            >
              Directions
            </a>
          </span>
        </p>
        {countered ? <p className={classes.signal}>{countered}</p> : null}
        {playdate.status === 'proposed' && turn === 'theirs' ? (
          <p className={classes.waiting}>
            Waiting for <bdi>{otherDog.name}</bdi> to answer
          </p>
        ) : null}
        {actingDog && playdate.status === 'accepted'
          ? signalWords(playdate.signals, actingDog.id, otherDog.name).map(words => (
              <p key={words} className={classes.signal}>
                {words}
              </p>
            ))
          : null}
        {actingDog && playdate.status === 'accepted'
          ? phraseWords(playdate, actingDog.id, otherDog.name).map(({ who, words, time, at }) => (
              <p key={`${at} ${words}`} className={classes.said}>
                <span className="bold">{who}:</span> {words} <span className={classes.saidAt}>{time}</span>
              </p>
            ))
          : null}
      </div>
      {buttons ? <div className={classes.actions}>{buttons}</div> : null}
      {dialogs}
    </article>
  )
}
