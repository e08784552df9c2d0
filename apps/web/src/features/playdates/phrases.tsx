import { PHRASES, type Phrase } from '@barkyard/domain/playdate'
import { IconMessage2 } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import type { PlanProps } from './data.ts'
import { useSayPhrase } from './moves.ts'

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
