import { useSyncExternalStore } from 'react'

/** When the shown data was loaded, if it is from an earlier visit; otherwise null. */
let seenAt: Date | null = null
const listeners = new Set<() => void>()

function become(next: Date | null) {
  seenAt = next
  for (const listener of listeners) listener()
}

/** Call this when the app starts from stored data. */
export const showAsOld = (at: Date) => become(at)

/** Call this when everything on the page has been refreshed. */
export const showAsCurrent = () => become(null)

export const isOld = () => seenAt !== null

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSeenAt = () => useSyncExternalStore(subscribe, () => seenAt)
