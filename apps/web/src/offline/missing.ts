import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '../lib/store.ts'

/** When the shown data was loaded, if it is from an earlier visit. null once everything on the page has been read again. */
export const seenAt = createStore<Date | null>(null)

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
