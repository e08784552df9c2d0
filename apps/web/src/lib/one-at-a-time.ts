import { useRef } from 'react'

/**
 * Starts a mutation only while its last run has ended. React Query tells the page of a run a moment after it began, so
 * that of a double click both would get through a look at `isPending`.
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
