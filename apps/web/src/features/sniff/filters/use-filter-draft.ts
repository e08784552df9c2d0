import type { SniffFilter } from '@barkyard/domain/sniff'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/** Arrow keys "release" a slider at each press. One search is enough for several presses. */
const SETTLE = 250

/**
 * The filter as its controls show it. There is one draft of all of it, so that no control holds back a value of its own:
 * whatever is chosen next contains or ends what was not committed yet.
 */
export function useFilterDraft(committed: SniffFilter, commit: (filter: SniffFilter) => void) {
  const [draft, setDraft] = useState<SniffFilter | null>(null)
  const own = useRef<string | null>(null)
  const commitNow = (filter: SniffFilter) => {
    own.current = JSON.stringify(filter)
    commit(filter)
  }
  const settle = useDebouncedCallback(commitNow, { delay: SETTLE, flushOnUnmount: true })

  // The address has changed. If not by this, then by a link, a saved search or the browser's Back, which ends the draft.
  const holds = JSON.stringify(committed)
  useEffect(() => {
    if (holds === own.current) return
    own.current = null
    settle.cancel()
    setDraft(null)
  }, [holds, settle])

  return {
    filter: draft ?? committed,
    /** Shows what a slider says while it moves. */
    show: setDraft,
    /** Commits what a slider says once it rests. */
    release: (filter: SniffFilter) => {
      setDraft(filter)
      settle(filter)
    },
    change: (filter: SniffFilter) => {
      settle.cancel()
      setDraft(filter)
      commitNow(filter)
    },
  }
}
