import { LATE_MINUTES, type LateMinutes } from '@barkyard/domain/playdate'
import { IconClockPause, IconMapPinCheck } from '@tabler/icons-react'
import type { UseMutationResult } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isSecondClick } from '../lib/second-click.ts'
import { Button } from './button.tsx'

const BIG = { minHeight: 64, paddingInline: 10 }
const columns = (template: string) => ({ display: 'grid', gap: 8, gridTemplateColumns: template })

type Signal<Variables> = Pick<UseMutationResult<unknown, unknown, Variables>, 'isPending' | 'mutate'>

interface SignalButtonsProps {
  id: string
  here: Signal<{ id: string }>
  late: Signal<{ id: string; minutes: LateMinutes }>
  about: string
}

/** Shown around the start. Large enough for a thumb, because the other hand holds the leash. */
export function SignalButtons({ id, here, late, about }: SignalButtonsProps) {
  const [picking, setPicking] = useState(false)
  const label = useId()

  return (
    <div className="stack-12">
      <div style={columns('repeat(auto-fit, minmax(136px, 1fr))')}>
        <Button
          style={BIG}
          leftSection={<IconMapPinCheck size={24} aria-hidden="true" />}
          aria-disabled={here.isPending}
          aria-describedby={about}
          onClick={event => isSecondClick(event.nativeEvent) || here.mutate({ id })}
        >
          I'm here
        </Button>
        <Button
          style={BIG}
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
        <fieldset style={columns('repeat(5, minmax(0, 1fr))')} aria-labelledby={label}>
          <legend id={label} className="bold">
            How many minutes late?
          </legend>
          {LATE_MINUTES.map(minutes => (
            <Button
              key={minutes}
              style={BIG}
              variant="default"
              aria-label={`${minutes} minutes`}
              aria-disabled={late.isPending}
              onClick={() => late.mutate({ id, minutes }, { onSuccess: () => setPicking(false) })}
            >
              {minutes}
            </Button>
          ))}
        </fieldset>
      ) : null}
    </div>
  )
}
