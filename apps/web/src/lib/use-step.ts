import { useLocation, useNavigate } from 'react-router-dom'

interface StepState {
  step: number
  /** Whether the previous entry in the browser's history is the previous step. */
  isNext: boolean
}

function stateOf(state: unknown): StepState {
  const { step, isNext } = (state ?? {}) as Partial<Record<keyof StepState, unknown>>
  return { step: typeof step === 'number' ? step : 1, isNext: isNext === true }
}

/** The step of a wizard, `last` at most, kept in the history: Back goes one step back, and a reload keeps the step. */
export function useStep(last: number) {
  const navigate = useNavigate()
  const state = stateOf(useLocation().state)
  const step = Math.min(state.step, last)

  const go = (to: number) => {
    if (to === state.step - 1 && state.isNext) return navigate(-1)
    const next: StepState = { step: to, isNext: to === state.step + 1 }
    // Render at once, because a quick second tap is meant for the new step.
    return navigate('.', { state: next, flushSync: true })
  }
  return [step, go] as const
}
