import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/** Arrow keys "release" the slider at each press. One search is enough for several presses. */
const SETTLE = 250

/** The value of a slider while it moves. `commit` is only called after its release. */
export function useDraft<T>(committed: T, commit: (value: T) => void) {
  const [draft, setDraft] = useState<{ value: T } | null>(null)
  const own = useRef<string | null>(null)
  const settle = useDebouncedCallback(
    (value: T) => {
      own.current = JSON.stringify(value)
      commit(value)
    },
    { delay: SETTLE, flushOnUnmount: true },
  )

  // The filter has changed: by this slider, which may be moving again, or by Clear or the back button.
  const holds = JSON.stringify(committed)
  useEffect(() => {
    if (holds !== own.current) settle.cancel()
    if (!settle.isPending()) setDraft(null)
  }, [holds, settle])

  return {
    value: draft ? draft.value : committed,
    change: (value: T) => setDraft({ value }),
    release: (value: T) => {
      setDraft({ value })
      settle(value)
    },
  }
}
