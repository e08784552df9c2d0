import { useState } from 'react'

/** The longest time between the two clicks of a double click, in milliseconds. */
const DOUBLE_CLICK = 500

/** For a list that loses the clicked row: the second click of a double click would hit the row that moves up. */
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
