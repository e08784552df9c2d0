import { parkDateLabel, parkTimeLabel } from '@barkyard/domain/park-time'
import { type PlaydateStatus, titleFor } from '@barkyard/domain/playdate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { Button } from '@mantine/core'
import { IconCalendarEvent, IconMapPin } from '@tabler/icons-react'
import { useRef } from 'react'
import { useActingDog } from '../../auth.ts'
import { CollarTag, type TagTone } from '../../components/collar-tag.tsx'
import { DogPhoto } from '../../components/dog-photo.tsx'
import { useAnswerPlaydate, useNow } from './data.ts'
import classes from './playdate-card.module.css'

const STATUS: Record<PlaydateStatus, { word: string; tone: TagTone }> = {
  proposed: { word: 'Proposed', tone: 'plain' },
  accepted: { word: 'Accepted', tone: 'grass' },
  declined: { word: 'Declined', tone: 'collar' },
}

interface AnswerProps {
  playdate: Playdate
  /** Id of what the buttons are about, for those who hear them out of their place. */
  about: string
  onAnswered: () => void
}

function Answer({ playdate, about, onAnswered }: AnswerProps) {
  const answer = useAnswerPlaydate()
  // Two clicks can come before the first one's state is drawn.
  const busy = useRef(false)
  const give = async (status: 'accepted' | 'declined') => {
    if (busy.current) return
    busy.current = true
    try {
      await answer.mutateAsync({ id: playdate.id, status })
      onAnswered()
    } catch {
      // The hook has told it already.
    } finally {
      busy.current = false
    }
  }
  const giving = answer.isPending ? answer.variables.status : null
  return (
    <div className={classes.answer}>
      <Button disabled={giving !== null} aria-describedby={about} onClick={() => give('accepted')}>
        {giving === 'accepted' ? 'Accepting...' : 'Accept'}
      </Button>
      <Button variant="default" disabled={giving !== null} aria-describedby={about} onClick={() => give('declined')}>
        {giving === 'declined' ? 'Declining...' : 'Decline'}
      </Button>
    </div>
  )
}

/** A playdate to come: with whom, when and where (in San Francisco's time), how it stands, and the answer if it is ours to give. */
export function PlaydateCard({ playdate, otherDog }: { playdate: Playdate; otherDog: Dog }) {
  const actingDog = useActingDog()
  const card = useRef<HTMLElement>(null)
  const now = useNow()
  const when = new Date(playdate.whenTs)
  const mine = actingDog?.id === playdate.proposerDogId
  const title = titleFor(playdate.notes, actingDog?.name, otherDog.name)
  const { word, tone } = STATUS[playdate.status]
  const proposed = playdate.status === 'proposed'
  const heading = `playdate-${playdate.id}`

  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-labelledby={heading}
      className={classes.card}
      data-waiting={(proposed && !mine) || undefined}
    >
      <DogPhoto
        className={classes.photo}
        photo={otherDog.photos[0]}
        name={otherDog.name}
        sizes="128px"
        alt={`Photo of ${otherDog.name}`}
      />
      <div className={classes.text}>
        <CollarTag tone={tone} size="sm" className={classes.status}>
          {word}
        </CollarTag>
        <h3 id={heading} className={classes.title}>
          {title}
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
        {proposed && actingDog && mine ? (
          <p className={classes.waiting}>Waiting for {otherDog.name} to answer</p>
        ) : null}
      </div>
      {proposed && actingDog && !mine ? (
        <Answer playdate={playdate} about={heading} onAnswered={() => card.current?.focus({ preventScroll: true })} />
      ) : null}
    </article>
  )
}
