import { isolate } from '@barkyard/domain/isolate'
import { parkDateLabel } from '@barkyard/domain/park-time'
import { titleFor } from '@barkyard/domain/playdate'
import { refusalOf } from '@barkyard/domain/playdate-moves'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { PastPlaydate } from '@barkyard/domain/schemas/playdate'
import { useDidUpdate } from '@mantine/hooks'
import { type MouseEvent, useId, useRef, useState } from 'react'
import { useActingDog } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Section } from '../../components/section.tsx'
import { useFirstRows } from '../../lib/first-rows.ts'
import { isSecondClick } from '../../lib/second-click.ts'
import { useNow } from '../../lib/use-now.ts'
import type { PlanProps, usePastPlaydates } from './data.ts'
import { useRecap } from './moves.ts'
import { useIsShown } from './show-plan.ts'
import { cancelledWords } from './words.ts'

function outcome(playdate: PastPlaydate, ownDogId: string, otherDog: string): string | null {
  const cancelled = cancelledWords(playdate, ownDogId, otherDog)
  if (cancelled) return cancelled
  if (playdate.status === 'proposed') return 'Never answered.'
  if (playdate.status === 'declined') return 'Declined.'
  if (!playdate.recap) return null
  return playdate.recap.met ? 'You met.' : "You didn't meet."
}

interface RecapProps extends Pick<PlanProps, 'dog' | 'otherDog' | 'onDone'> {
  playdate: PastPlaydate
}

function Recap({ playdate, dog, otherDog, onDone }: RecapProps) {
  const [met, setMet] = useState<boolean | null>(null)
  const question = useId()
  const first = useRef<HTMLButtonElement>(null)
  const recap = useRecap(onDone)
  // The focused button now belongs to the next question.
  useDidUpdate(() => first.current?.focus(), [met])
  const answer = (yes: boolean) => (click: MouseEvent) => {
    // The second click of a double click would answer the question that has just come.
    if (isSecondClick(click.nativeEvent)) return
    if (met === null) setMet(yes)
    else recap.mutate({ id: playdate.id, met, again: yes })
  }
  return (
    <fieldset className="row-8" aria-labelledby={question}>
      <legend id={question}>
        <span className="bold breakable">
          {met === null
            ? `Did ${isolate(dog.name)} and ${isolate(otherDog.name)} meet?`
            : `Would ${isolate(dog.name)} play with ${isolate(otherDog.name)} again?`}
        </span>
        {met === null ? null : (
          <span className="quiet text-small block">
            <bdi>{otherDog.name}</bdi>'s owner never sees a no.
          </span>
        )}
      </legend>
      <Button ref={first} variant="default" aria-disabled={recap.isPending} onClick={answer(true)}>
        Yes
      </Button>
      <Button variant="default" aria-disabled={recap.isPending} onClick={answer(false)}>
        No
      </Button>
    </fieldset>
  )
}

interface PastRowProps {
  playdate: PastPlaydate
  otherDog: Dog
  onRepeat: (playdate: PastPlaydate) => void
}

function PastRow({ playdate, otherDog, onRepeat }: PastRowProps) {
  const dog = useActingDog()
  const now = useNow()
  const row = useRef<HTMLLIElement>(null)
  const isShown = useIsShown(playdate.id)
  if (!dog) return null
  const result = outcome(playdate, dog.id, otherDog.name)
  const title = titleFor(playdate.notes, dog.name, otherDog.name)
  const asks = playdate.recap === null && refusalOf(playdate, dog.id, { type: 'recap' }, now) === null
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="card row-12 center"
      style={{ padding: '14px 16px' }}
      aria-label={title}
      data-shown={isShown || undefined}
    >
      <DogAvatar dog={otherDog} size={48} />
      <div className="grow" style={{ flexBasis: 160 }}>
        <h3 id={`playdate-${playdate.id}`} className="label display breakable">
          {title}
        </h3>
        <p className="quiet text-small breakable">
          <bdi>{otherDog.name}</bdi> · {parkDateLabel(new Date(playdate.whenTs), now, playdate.timeZone)} ·{' '}
          {playdate.parkName}
        </p>
        {result ? <p className="quiet text-small breakable">{result}</p> : null}
        {playdate.recap?.again && !playdate.recap.bothAgain ? (
          <p className="quiet text-small breakable">
            You'd play again. If <bdi>{otherDog.name}</bdi> says so too, we'll tell you both.
          </p>
        ) : null}
        {playdate.recap?.bothAgain ? <p className="bold">You both want to play again.</p> : null}
      </div>
      {asks ? (
        <Recap playdate={playdate} dog={dog} otherDog={otherDog} onDone={() => row.current?.focus()} />
      ) : playdate.recap?.bothAgain ? (
        <Button onClick={() => onRepeat(playdate)}>Play again</Button>
      ) : null}
    </li>
  )
}

interface PastPlaydatesProps extends Pick<PastRowProps, 'onRepeat'> {
  list: ReturnType<typeof usePastPlaydates>
  /** Whether what is above it fills the window. */
  isBelowWindow: boolean
}

export function PastPlaydates({ list, isBelowWindow, onRepeat }: PastPlaydatesProps) {
  const rows = useFirstRows(list.past ?? [], isBelowWindow ? 0 : 2)
  if (rows.length === 0) return null
  return (
    <Section title="Past Playdates">
      <ul className="stack-12">
        {rows.map(({ playdate, otherDog }) => (
          <PastRow key={playdate.id} playdate={playdate} otherDog={otherDog} onRepeat={onRepeat} />
        ))}
      </ul>
      <LoadMore list={list} what="playdates" label="Show older playdates" />
    </Section>
  )
}
