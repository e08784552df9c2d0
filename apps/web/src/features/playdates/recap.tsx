import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { PastPlaydate } from '@barkyard/domain/schemas/playdate'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { useRecap } from './moves.ts'
import classes from './past-playdates.module.css'

interface RecapProps {
  playdate: PastPlaydate
  dog: Dog
  otherDog: Dog
  onDone: () => void
}

/** The recap in two taps. It is not shown to the other side. */
export function Recap({ playdate, dog, otherDog, onDone }: RecapProps) {
  const [met, setMet] = useState<boolean | null>(null)
  const question = useId()
  const first = useRef<HTMLButtonElement>(null)
  const recap = useRecap(onDone)
  const start = useOneAtATime(recap.mutate)
  // The focused button now belongs to the next question.
  useEffect(() => {
    if (met !== null) first.current?.focus()
  }, [met])
  const answer = (yes: boolean) => (met === null ? setMet(yes) : start({ id: playdate.id, met, again: yes }))
  return (
    <fieldset className={classes.recap} aria-labelledby={question}>
      <legend id={question}>
        <span>
          {met === null
            ? `Did ${isolate(dog.name)} and ${isolate(otherDog.name)} meet?`
            : `Would ${isolate(dog.name)} play with ${isolate(otherDog.name)} again?`}
        </span>
        {met === null ? null : (
          <span className={classes.private}>
            <bdi>{otherDog.name}</bdi>'s owner never sees a no.
          </span>
        )}
      </legend>
      <Button ref={first} variant="default" aria-disabled={recap.isPending} onClick={() => answer(true)}>
        Yes
      </Button>
      <Button variant="default" aria-disabled={recap.isPending} onClick={() => answer(false)}>
        No
      </Button>
    </fieldset>
  )
}
