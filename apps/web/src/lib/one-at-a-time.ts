import { useRef } from 'react'

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
