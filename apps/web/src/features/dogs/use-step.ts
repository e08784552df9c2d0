import { useLocation, useNavigate } from 'react-router-dom'

interface StepState {
  step: number
  /** The entry before this one in the browser's history is the step before. */
  isNext: boolean
}

function stateOf(state: unknown): StepState {
  const { step, isNext } = (state ?? {}) as Partial<Record<keyof StepState, unknown>>
  return { step: typeof step === 'number' ? step : 1, isNext: isNext === true }
}

/**
 * The step of a wizard, kept in the browser's history: its Back button goes a step back, and a reload stays where it was.
 * `last` is the furthest step that may be shown.
 */
export function useStep(last: number) {
  const navigate = useNavigate()
  const state = stateOf(useLocation().state)
  const step = Math.min(state.step, last)

  const go = (to: number) => {
    if (to === state.step - 1 && state.isNext) return navigate(-1)
    const next: StepState = { step: to, isNext: to === state.step + 1 }
    // At once: a quick second tap is meant for the new step.
    return navigate('.', { state: next, flushSync: true })
  }
  return [step, go] as const
}
