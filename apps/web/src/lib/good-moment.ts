import { useSyncExternalStore } from 'react'

let hasCome = false
const listeners = new Set<() => void>()

/** The person has just done something that others will answer: now, and not earlier, notifications are offered. */
export function goodMoment(): void {
  hasCome = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useGoodMoment = () => useSyncExternalStore(subscribe, () => hasCome)
