import { TAKE_BACK_MS } from '@barkyard/domain/playdate-moves'
import { useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { SignalButtons } from '../../components/signal-buttons.tsx'
import { isSecondClick } from '../../lib/second-click.ts'
import type { PlanProps } from './data.ts'
import { useSayHere, useSayLate, useTakeBackHere } from './moves.ts'

/** Says "late" and "here", until the dog is there. That can be taken back for a minute. */
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
