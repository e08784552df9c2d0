import { parkDateLabel, parkTimeLabel } from '@barkyard/domain/park-time'
import { titleFor } from '@barkyard/domain/playdate'
import { turnOf } from '@barkyard/domain/playdate-moves'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { IconCalendarEvent, IconMapPin } from '@tabler/icons-react'
import { type ComponentType, useRef } from 'react'
import { useActingDog } from '../../auth.ts'
import { CollarTag, type TagTone } from '../../components/collar-tag.tsx'
import { DogPhoto } from '../../components/dog-photo.tsx'
import { useNow } from './data.ts'
import { PlaydateActions } from './playdate-actions.tsx'
import classes from './playdate-card.module.css'
import { cancelledWords, signalWords } from './words.ts'

function statusOf({ status, cancelledAt }: Playdate): { word: string; tone: TagTone } {
  if (status === 'accepted') return { word: 'Accepted', tone: 'grass' }
  if (status === 'proposed') return { word: 'Proposed', tone: 'plain' }
  return { word: cancelledAt === null ? 'Declined' : 'Cancelled', tone: 'collar' }
}

interface PlaydateCardProps {
  playdate: Playdate
  otherDog: Dog
  /** The "…" menu of the other dog, which another feature renders. */
  Menu: ComponentType<{ dog: Dog }>
}

/**
 * A future or current playdate: the other dog, time (San Francisco) and park, the agreed terms, suggestions, and the
 * possible moves.
 */
export function PlaydateCard({ playdate, otherDog, Menu }: PlaydateCardProps) {
  const actingDog = useActingDog()
  const card = useRef<HTMLElement>(null)
  const now = useNow()
  const when = new Date(playdate.whenTs)
  const { word, tone } = statusOf(playdate)
  const turn = actingDog ? turnOf(playdate, actingDog.id) : null
  const heading = `playdate-${playdate.id}`
  const cancelled = cancelledWords(playdate)

  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-labelledby={heading}
      className={classes.card}
      data-waiting={turn === 'ours' || undefined}
    >
      <DogPhoto
        className={classes.photo}
        photo={otherDog.photos[0]}
        name={otherDog.name}
        sizes="128px"
        alt={`Photo of ${otherDog.name}`}
      />
      <div className={classes.text}>
        <div className={classes.top}>
          <CollarTag tone={tone} size="sm">
            {word}
          </CollarTag>
          <Menu dog={otherDog} />
        </div>
        <h3 id={heading} className={classes.title}>
          {titleFor(playdate.notes, actingDog?.name, otherDog.name)}
        </h3>
        <p className={classes.name}>{otherDog.name}</p>
        <p className={classes.line}>
          <IconCalendarEvent size={20} aria-hidden="true" />
          <time dateTime={playdate.whenTs}>
            <span className={classes.part}>{parkDateLabel(when, now)}</span>{' '}
            <span className={classes.part}>{parkTimeLabel(when)}</span>
          </time>
        </p>
        <p className={classes.line}>
          <IconMapPin size={20} aria-hidden="true" />
          {playdate.parkName}
        </p>
        {playdate.status === 'proposed' && turn === 'theirs' ? (
          <p className={classes.waiting}>Waiting for {otherDog.name} to answer</p>
        ) : null}
        {cancelled ? <p className={classes.waiting}>{cancelled}</p> : null}
        {actingDog && playdate.status === 'accepted'
          ? signalWords(playdate.signals, actingDog.id, otherDog.name).map(words => (
              <p key={words} className={classes.signal}>
                {words}
              </p>
            ))
          : null}
      </div>
      {actingDog ? (
        <PlaydateActions
          playdate={playdate}
          dog={actingDog}
          otherDog={otherDog}
          about={heading}
          now={now}
          onDone={() => card.current?.focus({ preventScroll: true })}
        />
      ) : null}
    </article>
  )
}
