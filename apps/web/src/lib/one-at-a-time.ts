import { useState } from 'react'

/** The longest time between the two clicks of a double click, in milliseconds. */
const DOUBLE_CLICK = 500

/**
 * For a list that loses the clicked row: starts a mutation only if its last run has ended a moment ago. The rows below have
 * moved up, and the second click of a double click would hit the next one.
 * @returns a function that starts the mutation, and whether the buttons of all rows are disabled
 */
export function useOneRowAtATime<Variables>(
  mutate: (variables: Variables, options: { onSettled: () => void }) => void,
): [start: (variables: Variables) => void, isDisabled: boolean] {
  const [isDisabled, setDisabled] = useState(false)
  const start = (variables: Variables) => {
    if (isDisabled) return
    setDisabled(true)
    mutate(variables, { onSettled: () => setTimeout(() => setDisabled(false), DOUBLE_CLICK) })
  }
  return [start, isDisabled]
}
