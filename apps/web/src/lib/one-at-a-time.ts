import { useRef, useState } from 'react'

/**
 * Starts a mutation only if its last run has ended. React Query updates `isPending` a moment after the start, so both
 * clicks of a double click would pass a check of it.
 */
export function useOneAtATime<Variables>(
  mutate: (variables: Variables, options: { onSettled: () => void }) => void,
): (variables: Variables) => void {
  const running = useRef(false)
  return variables => {
    if (running.current) return
    running.current = true
    mutate(variables, {
      onSettled: () => {
        running.current = false
      },
    })
  }
}

/** The longest time between the two clicks of a double click, in milliseconds. */
const DOUBLE_CLICK = 500

/**
 * Does the same for a list that loses the clicked row, and waits a moment after that: the rows below have moved up, and
 * the second click of a double click would hit the next one.
 * @returns a function that starts the mutation, and whether the buttons of all rows are disabled
 */
export function useOneRowAtATime<Variables>(
  mutate: (variables: Variables, options: { onSettled: () => void }) => void,
): [start: (variables: Variables) => void, isDisabled: boolean] {
  const [isDisabled, setDisabled] = useState(false)
  const start = useOneAtATime<Variables>((variables, { onSettled }) => {
    const end = () => {
      setDisabled(false)
      onSettled()
    }
    setDisabled(true)
    mutate(variables, { onSettled: () => setTimeout(end, DOUBLE_CLICK) })
  })
  return [start, isDisabled]
}

/** The mutation, with a `start` that starts it only if its last run has ended. */
export function useOnce<Variables, Mutation>(
  mutation: Mutation & { mutate: (variables: Variables, options: { onSettled: () => void }) => void },
): Mutation & { start: (variables: Variables) => void } {
  return { ...mutation, start: useOneAtATime(mutation.mutate) }
}
