import type { SniffFilter } from '@barkyard/domain/sniff'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/** Arrow keys "release" a slider at each press. One search is enough for several presses. */
const SETTLE = 250

/** The filter as its controls show it. One draft of all of it, so that no control holds back a value of its own. */
export function useFilterDraft(committed: SniffFilter, commit: (filter: SniffFilter) => void) {
  const [draft, setDraft] = useState<SniffFilter | null>(null)
  const filter = draft ?? committed
  /** Two controls may change before the next rendering. */
  const latest = useRef(filter)
  latest.current = filter
  const put = (changes: Partial<SniffFilter>) => {
    latest.current = { ...latest.current, ...changes }
    setDraft(latest.current)
  }
  const own = useRef<string | null>(null)
  const commitLatest = () => {
    own.current = JSON.stringify(latest.current)
    commit(latest.current)
  }
  const settle = useDebouncedCallback(commitLatest, { delay: SETTLE, flushOnUnmount: true })

  // The address has changed. If not by this, then by a link, a saved search or the browser's Back, which ends the draft.
  const holds = JSON.stringify(committed)
  useEffect(() => {
    if (holds === own.current) return
    own.current = null
    settle.cancel()
    setDraft(null)
  }, [holds, settle])

  return {
    filter,
    show: put,
    release: (changes: Partial<SniffFilter>) => {
      put(changes)
      settle()
    },
    change: (changes: Partial<SniffFilter>) => {
      settle.cancel()
      put(changes)
      commitLatest()
    },
  }
}
