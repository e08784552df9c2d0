import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '../lib/store.ts'
import { toast } from '../lib/toast.ts'

/** When the shown data was loaded, if it is from an earlier visit. null once everything on the page has been read again. */
export const seenAt = createStore<Date | null>(null)

function subscribe(listener: () => void) {
  const over = new AbortController()
  for (const change of ['online', 'offline']) window.addEventListener(change, listener, { signal: over.signal })
  return () => over.abort()
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

const isReached = () =>
  fetch('/api/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** When and where the page last loaded itself anew. */
const RELOADED = 'reloaded'
const AGAIN_AFTER = 60_000

let isStale = false

/** Loads the page anew, once at an address: a file that is missing for good must not repeat it. @returns whether it does */
function reload(): boolean {
  const [at, address] = (sessionStorage.getItem(RELOADED) ?? '').split(' ')
  if (address === location.href && Date.now() - Number(at) < AGAIN_AFTER) return false
  sessionStorage.setItem(RELOADED, `${Date.now()} ${location.href}`)
  location.reload()
  return true
}

/**
 * Why a file could not be downloaded: undefined without a connection, else `error`. A newer version has replaced it then, and
 * the page loads itself anew: at once with `reloads`, and this does not settle; else as the next screen opens, so that nothing
 * typed gets lost.
 */
export async function whyMissing(error: unknown, reloads: boolean): Promise<unknown> {
  if (!(await isReached())) return undefined
  isStale = true
  return reloads && reload() ? new Promise(() => {}) : error
}

export const reloadIfStale = () => void (isStale && reload())
/** Call this when a file has come after all. */
export const notStale = () => {
  isStale = false
}

/** Reloads the page only if the server can be reached: otherwise the browser would show its own error page. */
export async function reloadWhereReached(): Promise<void> {
  if (await isReached()) location.reload()
  else toast({ title: 'Still no connection', message: 'Please try again in a moment.', destructive: true })
}
