import { titleFor } from '@barkyard/domain/playdate'
import { turnOf } from '@barkyard/domain/playdate-moves'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { ChatPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import { type CSSProperties, useMemo } from 'react'
import { Button } from '../../../components/button.tsx'
import { CollarTag } from '../../../components/collar-tag.tsx'
import { WhenWhere } from '../../../components/plan/when-where.tsx'
import type { ChatInsert } from '../../../lib/chat-insert.ts'
import { useNow } from '../../../lib/use-now.ts'
import { clockTime } from '../../../lib/words.ts'
import { useZoneNote } from '../../../time-zone.ts'
import { isOver, type PlanProps } from '../data.ts'
import { showPlan, useIsShown } from '../show-plan.ts'
import { Phrases } from '../signals.tsx'
import { usePlanMoves } from '../use-plan-moves.tsx'
import { cancelledWords, counterWords, dayWords, nearWords, signalText, statusOf } from '../words.ts'
import classes from './plan-card.module.css'

const hueOf = (park: string) => [...park].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)

interface PlanCardProps extends Pick<PlanProps, 'playdate' | 'dog' | 'otherDog'> {
  /** When it became what it is. */
  at: string
  /** Declined, cancelled or past: low. */
  isOver: boolean
}

/** A playdate as it stands now, between the messages of its chat, with what the acting dog can do about it. */
function PlanCard({ playdate, dog, otherDog, at, isOver }: PlanCardProps) {
  const now = useNow()
  const isShown = useIsShown(playdate.id)
  const zone = useZoneNote(playdate)
  const heading = `playdate-${playdate.id}`
  const title = titleFor(playdate.notes, dog.name, otherDog.name)
  const { word, tone } = statusOf(playdate)
  const about = { playdate, dog, otherDog, about: heading, now, onDone: () => showPlan(playdate.id) }
  const look = { tabIndex: -1, 'aria-labelledby': heading, 'data-shown': isShown || undefined }
  if (isOver) {
    const cancelled = cancelledWords(playdate, dog.id, otherDog.name)
    return (
      <article {...look} className={`quiet text-small breakable ${classes.low}`}>
        <p>
          <CollarTag tone={tone} size="sm">
            {playdate.status === 'proposed' ? 'Not answered' : word}
          </CollarTag>{' '}
          <span id={heading} className="bold">
            {title}
          </span>
          {`, ${dayWords(playdate, now, zone)}, ${playdate.parkName}`} <SaidAt at={at} />
        </p>
        {cancelled ? <p>{cancelled}</p> : null}
        <PlanMoves {...about} />
      </article>
    )
  }
  const turn = turnOf(playdate, dog.id)
  const countered = counterWords(playdate, dog.id, otherDog.name, now)
  return (
    <article
      {...look}
      className={`breakable card stack-4 ${classes.card}`}
      style={{ '--hue': hueOf(playdate.parkName) } as CSSProperties}
      data-waiting={turn === 'ours' || undefined}
    >
      <div className={`line between ${classes.top}`}>
        <CollarTag tone={tone} size="sm">
          {word}
        </CollarTag>
        <SaidAt at={at} />
      </div>
      <div className={`stack-4 ${classes.plan}`}>
        <WhenWhere plan={playdate} now={now} near={nearWords(new Date(playdate.whenTs), now, playdate.timeZone)} />
      </div>
      <h2 id={heading} className="label quiet" style={{ fontWeight: 400 }}>
        {title}
      </h2>
      {countered ? <p className="quiet text-small">{countered}</p> : null}
      {playdate.status === 'proposed' && turn === 'theirs' ? (
        <p className="quiet text-small">
          Waiting for <bdi>{otherDog.name}</bdi> to answer
        </p>
      ) : null}
      {playdate.with ? (
        <p className="quiet text-small">
          <bdi>{playdate.with.firstName}</bdi> is coming along
        </p>
      ) : null}
      <PlanMoves {...about} />
    </article>
  )
}

/** What the rules allow for a playdate now. Late and here stand above the field, where the thumb is: see PlanStrip. */
function PlanMoves(props: PlanProps) {
  const { may, isAgreed, common, answer, suggest, cancel, offer, dialogs } = usePlanMoves(props)
  const more = [suggest, cancel, offer].filter(move => move !== null)
  return (
    <>
      {isAgreed && !may({ type: 'here' }) && may({ type: 'phrase', phrase: 'thank-you' }) ? (
        <Phrases {...common} />
      ) : null}
      {answer}
      {more.length > 0 ? (
        <div className={classes.more}>
          {more.map(move => (
            <Button
              key={move.label}
              variant="subtle"
              size="sm"
              {...(move === cancel && { color: 'collar' })}
              aria-describedby={props.about}
              onClick={move.onChoose}
            >
              {move.label}
            </Button>
          ))}
        </div>
      ) : null}
      {dialogs}
    </>
  )
}

const SaidAt = ({ at }: { at: string }) => (
  <time className="quiet text-tag tabular" style={{ whiteSpace: 'nowrap' }} dateTime={at}>
    {clockTime(at)}
  </time>
)

const PlanNote = ({ at, text }: { at: string; text: string }) => (
  <p className={`quiet text-small breakable ${classes.note}`}>
    <span>{text}</span> <SaidAt at={at} />
  </p>
)

/** Of an insert that is a playdate's own, which the address can show. */
export const insertKeyOf = (playdateId: string) => `plan ${playdateId}`

function isOwnMove({ status, proposerDogId, changes, cancelledByDogId }: Playdate, dogId: string): boolean {
  if (cancelledByDogId !== null) return cancelledByDogId === dogId
  if (status === 'proposed') return proposerDogId === dogId
  return changes ? changes.byDogId === dogId : proposerDogId !== dogId
}

function insertsOf({ playdate, proposedAt, changedAt }: ChatPlaydate, dog: Dog, otherDog: Dog, now: Date) {
  const about = { playdate, dog, otherDog }
  const inserts: ChatInsert[] = [
    {
      key: insertKeyOf(playdate.id),
      at: changedAt,
      own: isOwnMove(playdate, dog.id),
      node: <PlanCard {...about} at={changedAt} isOver={isOver(playdate, now)} />,
    },
  ]
  if (changedAt !== proposedAt) {
    // One step back is known. After more, the title may have been another.
    const { notes } = playdate.was ?? playdate
    const title = playdate.revision > 2 ? '' : `: ${titleFor(notes, dog.name, otherDog.name)}`
    inserts.push({
      key: `proposed ${playdate.id}`,
      at: proposedAt,
      own: false,
      node: <PlanNote at={proposedAt} text={`Playdate proposed${title}`} />,
    })
  }
  for (const signal of playdate.signals)
    inserts.push({
      key: `signal ${playdate.id} ${signal.dogId} ${signal.kind} ${signal.at}`,
      at: signal.at,
      own: signal.dogId === dog.id,
      node: <PlanNote at={signal.at} text={signalText(signal, dog.id, otherDog.name)} />,
    })
  return inserts
}

/** What playdates add to their chat, by time: each as it stands, at its last change, and lines for what was before and said. */
export function usePlanInserts(playdates: readonly ChatPlaydate[] | undefined, dog: Dog | null, otherDog: Dog | null) {
  const now = useNow()
  return useMemo(
    () =>
      dog && otherDog
        ? (playdates ?? [])
            .flatMap(one => insertsOf(one, dog, otherDog, now))
            .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
        : [],
    [playdates, dog, otherDog, now],
  )
}
