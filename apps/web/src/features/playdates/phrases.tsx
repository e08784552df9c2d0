import { PHRASES, type Phrase } from '@barkyard/domain/playdate'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { IconMessage2 } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { useSayPhrase } from './moves.ts'
import classes from './phrases.module.css'

const ALL = Object.entries(PHRASES) as [Phrase, string][]

interface PhrasesProps {
  playdate: Playdate
  otherDog: { name: string }
  /** The id of the element that describes the buttons, for screen readers. */
  about: string
}

/** What one side can say to the other around the meeting: where they stand, what they bring. */
export function Phrases({ playdate, otherDog, about }: PhrasesProps) {
  const [isPicking, setPicking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const label = useId()
  const say = useSayPhrase(otherDog.name, () => {
    setPicking(false)
    button.current?.focus({ preventScroll: true })
  })
  const start = useOneAtATime(say.mutate)
  return (
    <div className="stack-12">
      <Button
        ref={button}
        variant="light"
        fullWidth
        leftSection={<IconMessage2 size={20} aria-hidden="true" />}
        aria-expanded={isPicking}
        aria-describedby={about}
        onClick={() => setPicking(!isPicking)}
      >
        Say where you are
      </Button>
      {isPicking ? (
        <fieldset className={classes.choices} aria-labelledby={label}>
          <legend id={label}>
            Tell <bdi>{otherDog.name}</bdi>'s owner
          </legend>
          {ALL.map(([phrase, words]) => (
            <Button
              key={phrase}
              variant="default"
              className={classes.choice}
              aria-disabled={say.isPending}
              onClick={() => start({ id: playdate.id, phrase })}
            >
              {words}
            </Button>
          ))}
        </fieldset>
      ) : null}
    </div>
  )
}
