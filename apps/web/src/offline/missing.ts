import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '../lib/store.ts'
import { seenAt } from './seen-at.ts'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

export const missingParts = createStore(0)

/** Call this where something could not be read. @returns whether that is because there is no connection */
export function useMissingPart(): boolean {
  useEffect(() => {
    missingParts.set(missingParts.get() + 1)
    return () => missingParts.set(missingParts.get() - 1)
  }, [])
  const isOnline = useOnline()
  return seenAt.use() !== null || !isOnline
}
