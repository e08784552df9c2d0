import { useSyncExternalStore } from 'react'

let hasCome = false
const listeners = new Set<() => void>()

/** Call this after the user did something that others will answer. Notifications are not offered earlier. */
export function goodMoment(): void {
  hasCome = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useGoodMoment = () => useSyncExternalStore(subscribe, () => hasCome)
