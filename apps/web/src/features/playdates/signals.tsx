import { PHRASES, type Phrase } from '@barkyard/domain/playdate'
import { TAKE_BACK_MS } from '@barkyard/domain/playdate-moves'
import { IconMessage2 } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { SignalButtons } from '../../components/signal-buttons.tsx'
import { isSecondClick } from '../../lib/second-click.ts'
import type { PlanProps } from './data.ts'
import { useSayHere, useSayLate, useSayPhrase, useTakeBackHere } from './moves.ts'

const ALL = Object.entries(PHRASES) as [Phrase, string][]

/** So many are offered at a time, those that say where one stands first. */
const AT_A_TIME = 5

type PhrasesProps = Pick<PlanProps, 'playdate' | 'otherDog' | 'about'>

/** What one side can say to the other around the meeting: where they stand, what they bring. */
export function Phrases({ playdate, otherDog, about }: PhrasesProps) {
  const [isPicking, setPicking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div className="stack-12">
      <Button
        ref={button}
        variant="light"
        fullWidth
        Icon={IconMessage2}
        aria-expanded={isPicking}
        aria-describedby={about}
        onClick={() => setPicking(!isPicking)}
      >
        Say where you are
      </Button>
      {isPicking ? (
        <PhraseChoice
          playdate={playdate}
          otherDog={otherDog}
          onSaid={() => {
            setPicking(false)
            button.current?.focus({ preventScroll: true })
          }}
        />
      ) : null}
    </div>
  )
}

interface PhraseChoiceProps extends Omit<PhrasesProps, 'about'> {
  onSaid: () => void
}

export function PhraseChoice({ playdate, otherDog, onSaid }: PhraseChoiceProps) {
  const [from, setFrom] = useState(0)
  const label = useId()
  const say = useSayPhrase(otherDog.name, onSaid)
  const next = from + AT_A_TIME < ALL.length ? from + AT_A_TIME : 0
  return (
    <fieldset className="row-8" aria-labelledby={label}>
      <legend id={label} className="bold">
        Tell <bdi>{otherDog.name}</bdi>'s owner
      </legend>
      {ALL.slice(from, from + AT_A_TIME).map(([phrase, words]) => (
        <Button
          key={phrase}
          variant="default"
          className="text-small"
          aria-disabled={say.isPending}
          onClick={() => say.mutate({ id: playdate.id, phrase })}
        >
          {words}
        </Button>
      ))}
      <Button variant="subtle" className="text-small" onClick={() => setFrom(next)}>
        More phrases
      </Button>
    </fieldset>
  )
}

export function PlaydateSignals({ playdate, dog, otherDog, about, onDone }: Omit<PlanProps, 'now'>) {
  const here = useSayHere(otherDog.name, onDone)
  const late = useSayLate(otherDog.name, onDone)
  const said = playdate.signals.find(({ dogId, kind }) => dogId === dog.id && kind === 'here')
  if (said) return <TakeBack id={playdate.id} at={said.at} about={about} onDone={onDone} />
  return <SignalButtons id={playdate.id} here={here} late={late} about={about} />
}

/** In the place of the buttons, so that nothing slides under the finger. */
function TakeBack({ id, at, about, onDone }: { id: string; at: string; about: string; onDone: () => void }) {
  const takeBack = useTakeBackHere(onDone)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Date.parse(at) + TAKE_BACK_MS - Date.now())
    return () => clearTimeout(timer)
  }, [at])
  if (isOver) return null
  return (
    <Button
      variant="default"
      aria-disabled={takeBack.isPending}
      aria-describedby={about}
      // The second click of a double click on “I'm here”.
      onClick={event => isSecondClick(event.nativeEvent) || takeBack.mutate({ id })}
    >
      I'm not here yet
    </Button>
  )
}
