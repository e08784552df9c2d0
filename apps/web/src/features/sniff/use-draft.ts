import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/** Arrow keys "release" the slider at each press: one search for a run of presses is enough. */
const SETTLE = 250

/** What a slider shows while it moves: `commit` is told only where it comes to rest. */
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

  // What holds has changed: by this slider, which may be on its way again already, or by Clear or the back button.
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
