import { LATE_MINUTES } from '@barkyard/domain/playdate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { IconClockPause, IconMapPinCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { useSayHere, useSayLate } from './moves.ts'
import classes from './signal-buttons.module.css'

interface SignalButtonsProps {
  playdate: Playdate
  dog: Dog
  otherDog: Dog
  about: string
  onDone: () => void
}

/** Shown around the start. Large enough for a thumb, because the other hand holds the leash. */
export function SignalButtons({ playdate, dog, otherDog, about, onDone }: SignalButtonsProps) {
  const [picking, setPicking] = useState(false)
  const label = useId()
  const done = () => {
    setPicking(false)
    onDone()
  }
  const here = useSayHere(otherDog.name, done)
  const late = useSayLate(otherDog.name, done)
  const sayHere = useOneAtATime(here.mutate)
  const sayLate = useOneAtATime(late.mutate)
  const isHere = playdate.signals.some(({ dogId, kind }) => dogId === dog.id && kind === 'here')
  if (isHere) return null

  return (
    <div className={classes.signals}>
      <div className={classes.buttons}>
        <Button
          className={classes.big}
          leftSection={<IconMapPinCheck size={24} aria-hidden="true" />}
          aria-disabled={here.isPending}
          aria-describedby={about}
          onClick={() => sayHere({ id: playdate.id })}
        >
          I'm here
        </Button>
        <Button
          className={classes.big}
          variant="default"
          leftSection={<IconClockPause size={24} aria-hidden="true" />}
          aria-expanded={picking}
          aria-describedby={about}
          onClick={() => setPicking(!picking)}
        >
          Running late
        </Button>
      </div>
      {picking ? (
        <fieldset className={classes.minutes} aria-labelledby={label}>
          <legend id={label}>How many minutes late?</legend>
          {LATE_MINUTES.map(minutes => (
            <Button
              key={minutes}
              className={classes.big}
              variant="default"
              aria-label={`${minutes} minutes`}
              aria-disabled={late.isPending}
              onClick={() => sayLate({ id: playdate.id, minutes })}
            >
              {minutes}
            </Button>
          ))}
        </fieldset>
      ) : null}
    </div>
  )
}
