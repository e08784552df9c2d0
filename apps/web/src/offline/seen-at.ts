import { useSyncExternalStore } from 'react'

/** When what is shown was seen, while it is from an earlier visit; else null. */
let seenAt: Date | null = null
const listeners = new Set<() => void>()

function become(next: Date | null) {
  seenAt = next
  for (const listener of listeners) listener()
}

/** The app starts from what was kept. */
export const showAsOld = (at: Date) => become(at)

/** Everything on the page has been read again. */
export const showAsCurrent = () => become(null)

export const isOld = () => seenAt !== null

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSeenAt = () => useSyncExternalStore(subscribe, () => seenAt)
