import { isolate } from '@barkyard/domain/isolate'
import { parkDateLabel, parkTimeLabel } from '@barkyard/domain/park-time'
import { parkById } from '@barkyard/domain/parks'
import { titleFor } from '@barkyard/domain/playdate'
import { turnOf } from '@barkyard/domain/playdate-moves'
import type { Dog } from '@barkyard/domain/schemas/dog'
import {
  IconCalendarOff,
  IconCalendarPlus,
  IconCalendarTime,
  IconMessage2,
  IconMessageCircle,
  IconRepeat,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { MenuAction } from '../../components/action-menu.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { DogAvatar, DogPhoto } from '../../components/dog-photo.tsx'
import { WhenWhere } from '../../components/plan/when-where.tsx'
import { directionsTo } from '../../lib/directions.ts'
import { useNow } from '../../lib/use-now.ts'
import { OtherDogMenu } from '../../other-dog-menu.tsx'
import { useZoneNote } from '../../time-zone.ts'
import type { PlanProps, UpcomingPlaydate } from './data.ts'
import classes from './playdate-card.module.css'
import { useIsShown } from './show-plan.ts'
import { PhraseChoice, Phrases, PlaydateSignals } from './signals.tsx'
import { usePlanMoves } from './use-plan-moves.tsx'
import { cancelledWords, counterWords, nearWords, phraseWords, signalWords, statusOf } from './words.ts'

/** A future or current playdate with what can be done about it. One that is off is low: what it was, and its badge. */
export function PlaydateCard({ playdate, dog, otherDog }: UpcomingPlaydate & { dog: Dog }) {
  const card = useRef<HTMLElement>(null)
  const now = useNow()
  const when = new Date(playdate.whenTs)
  const { word, tone } = statusOf(playdate)
  const turn = turnOf(playdate, dog.id)
  const heading = `playdate-${playdate.id}`
  const cancelled = cancelledWords(playdate, dog.id, otherDog.name)
  const countered = counterWords(playdate, dog.id, otherDog.name, now)
  const isOff = playdate.status === 'declined'
  const near = nearWords(when, now, playdate.timeZone)
  const park = parkById(playdate.parkId)
  const zone = useZoneNote(playdate)
  const isShown = useIsShown(playdate.id)
  const { buttons, menu, dialogs } = usePlaydateMoves({
    playdate,
    dog,
    otherDog,
    about: heading,
    now,
    onDone: () => card.current?.focus({ preventScroll: true }),
  })
  const title = titleFor(playdate.notes, dog.name, otherDog.name)
  const common = { ref: card, tabIndex: -1, 'aria-labelledby': heading, 'data-shown': isShown || undefined }

  if (isOff)
    return (
      <article {...common} className={`line-8 ${classes.low}`}>
        <DogAvatar dog={otherDog} size={32} alt={`Photo of ${isolate(otherDog.name)}`} />
        <div className="quiet text-small grow breakable">
          <h3 id={heading} className="label" style={{ display: 'inline', color: 'var(--ink)' }}>
            {title}
          </h3>{' '}
          <CollarTag tone={tone} size="sm">
            {word}
          </CollarTag>{' '}
          <Link to={`/dog/${otherDog.id}`}>{otherDog.name}</Link>
          <span> · </span>
          <time dateTime={playdate.whenTs}>
            {parkDateLabel(when, now, playdate.timeZone)}, {parkTimeLabel(when, playdate.timeZone)}
          </time>
          <span> · </span>
          <span>{playdate.parkName}</span>
          <span>{[zone, cancelled].map(one => (one ? ` · ${one}` : ''))}</span>
        </div>
        <OtherDogMenu dog={otherDog} first={menu} />
        {dialogs}
      </article>
    )

  return (
    <article {...common} className={`card ${classes.card}`} data-waiting={turn === 'ours' || undefined}>
      {/* For the keyboard, the name leads there. */}
      <Link to={`/dog/${otherDog.id}`} tabIndex={-1} className={classes.photo}>
        <DogPhoto dog={otherDog} photo={otherDog.photos[0]} name={otherDog.name} sizes="128px" />
      </Link>
      <div>
        {/* The dots are aligned with the text, and their target extends beyond it. */}
        <div className="line between target" style={{ margin: '-10px -10px 0 0' }}>
          <CollarTag tone={tone} size="sm">
            {word}
          </CollarTag>
          <OtherDogMenu dog={otherDog} first={menu} />
        </div>
        <h3 id={heading} className="text-lead breakable">
          {title}
        </h3>
        <p className={`quiet breakable ${classes.name}`}>
          <Link to={`/dog/${otherDog.id}`}>{otherDog.name}</Link>
        </p>
        {playdate.with ? (
          <p className={`quiet breakable ${classes.name}`}>
            <bdi>{playdate.with.firstName}</bdi> is coming along
          </p>
        ) : null}
      </div>
      <div className={`stack-4 ${classes.details}`}>
        <WhenWhere plan={playdate} now={now} near={near}>
          {park ? <span className="quiet text-small block">{park.address}</span> : null}
          <a
            className="tap bold relative"
            style={{ display: 'flex', width: 'fit-content', margin: '-6px 0' }}
            href={directionsTo({ name: playdate.parkName, lat: Number(playdate.lat), lng: Number(playdate.lng) })}
            target="_blank"
            rel="noreferrer"
            aria-label={`Directions to ${playdate.parkName}, in your map`}
          >
            Directions
          </a>
        </WhenWhere>
        {countered ? <p className="bold breakable">{countered}</p> : null}
        {playdate.status === 'proposed' && turn === 'theirs' ? (
          <p className="quiet text-small breakable">
            Waiting for <bdi>{otherDog.name}</bdi> to answer
          </p>
        ) : null}
        {playdate.status === 'accepted' ? (
          <>
            {signalWords(playdate.signals, dog.id, otherDog.name).map(words => (
              <p key={words} className="bold breakable">
                {words}
              </p>
            ))}
            {phraseWords(playdate, dog.id, otherDog.name).map(({ who, words, time, at }) => (
              <p key={`${at} ${words}`} className="breakable">
                <span className="bold">{who}:</span> {words} <span className="quiet text-small tabular">{time}</span>
              </p>
            ))}
          </>
        ) : null}
      </div>
      {buttons ? (
        <div className="stack-12" style={{ gridColumn: '1 / -1', alignContent: 'end', marginTop: 6 }}>
          {buttons}
        </div>
      ) : null}
      {dialogs}
    </article>
  )
}

/** The two buttons that are wanted most now, null if there are none; the rest of the moves as a menu; and their dialogs. */
function usePlaydateMoves(options: PlanProps) {
  const [isSaying, setSaying] = useState(false)
  const { may, turn, isAgreed, common, answer, suggest, cancel, offer, dialogs } = usePlanMoves(options)
  const { playdate, dog, otherDog, about, onDone } = options
  const isOff = playdate.status === 'declined'
  const mayArrive = isAgreed && may({ type: 'here' })
  const hasArrived = playdate.signals.some(({ dogId, kind }) => dogId === dog.id && kind === 'here')
  const maySay = isAgreed && may({ type: 'phrase', phrase: 'thank-you' })
  const chat = `/bark-chat/${playdate.matchId}`

  // The pair below the moves that only some playdates have.
  const hasPair = !isOff && turn !== 'ours' && !(mayArrive && !hasArrived)
  const inPair = hasPair && !maySay && !playdate.changes ? suggest : null

  const buttons = (
    <>
      {mayArrive ? <PlaydateSignals {...common} dog={dog} /> : null}
      {answer}
      {hasPair ? (
        <div className={`stack-12 ${classes.pair}`}>
          {maySay ? <Phrases {...common} /> : null}
          <ButtonLink variant="default" to={chat} aria-describedby={about}>
            Open chat
          </ButtonLink>
          {inPair ? (
            <Button variant="default" aria-describedby={about} onClick={inPair.onChoose}>
              {inPair.label}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isSaying && maySay ? (
        <PhraseChoice
          playdate={playdate}
          otherDog={otherDog}
          onSaid={() => {
            setSaying(false)
            onDone()
          }}
        />
      ) : null}
    </>
  )

  const menu: MenuAction[] = [
    maySay && !hasPair && { label: 'Say where you are', Icon: IconMessage2, onChoose: () => setSaying(true) },
    offer && { ...offer, Icon: IconRepeat },
    !hasPair && { label: 'Open chat', Icon: IconMessageCircle, to: chat },
    suggest && !inPair && { ...suggest, Icon: IconCalendarTime },
    isAgreed && {
      label: 'Add to calendar',
      Icon: IconCalendarPlus,
      to: `/api/playdates/${playdate.id}/ics`,
      isOutside: true,
    },
    cancel && { ...cancel, Icon: IconCalendarOff },
  ].filter(move => move !== false && move !== null)
  return { buttons: isOff ? null : buttons, menu, dialogs }
}
