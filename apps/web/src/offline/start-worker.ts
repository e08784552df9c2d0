import type { User } from '@barkyard/domain/schemas/user'
import type { DehydratedState } from '@tanstack/react-query'
import { OFFLINE_CALLS } from '../screens.ts'
import { session } from '../session.ts'
import { errorStatus, queryClient, userKey } from '../trpc.ts'
import { forgetFormerUser, isStoredFor, keepPage, readKeptPage } from './kept-page.ts'
import { seenAt } from './missing.ts'

/** The limits in characters of JSON, of one result and of all. */
const RESULT_MAX = 200_000
const ALL_MAX = 1_000_000
/** In ms. */
const KEPT_FOR = 86_400_000
/** In ms. Results arrive in bursts, and each burst is stored once. */
const QUIET_FOR = 1_000

/** For JSON.stringify: of a list its first page, and no message of a match, nor of a notification, which quotes it. */
function withoutMessages(key: string, value: unknown): unknown {
  if (key === 'lastMessage') return null
  if (key === 'pages' || key === 'pageParams') return (value as unknown[]).slice(0, 1)
  const { kind } = Object(value) as { kind?: string }
  return kind === 'message' || kind === 'match' ? { ...(value as object), body: '' } : value
}

/** Whether the server has nothing for this user any more. It may also be busy, or out of order for a moment. */
const isRefusal = (error: unknown) => [403, 404, 410].includes(errorStatus(error) ?? 0)

/** What is shown now, as of now, then what was shown `earlier`: as much as there is space for, in the form that `hydrate` takes. */
function lastSeen(earlier: DehydratedState['queries']): DehydratedState['queries'] {
  const cache = queryClient.getQueryCache()
  const now = Date.now()
  // What is out of date may have been read as another dog. It stays as it was kept before.
  const current = cache
    .findAll({ predicate: ({ state }) => state.status === 'success' && !state.isInvalidated })
    .filter(({ queryKey }) => OFFLINE_CALLS.has((queryKey[0] as string[]).join('.')))
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map(({ queryKey, queryHash, state }) => ({ queryKey, queryHash, state, dehydratedAt: now }))
  const shown = new Set(current.map(({ queryHash }) => queryHash))
  const still = earlier
    .filter(({ queryHash, dehydratedAt }) => !shown.has(queryHash) && dehydratedAt > now - KEPT_FOR)
    .filter(({ queryHash }) => !isRefusal(cache.get(queryHash)?.state.error))
  let left = ALL_MAX
  return [...current, ...still].flatMap(query => {
    const data = JSON.stringify(query.state.data, withoutMessages)
    if (data.length > RESULT_MAX || data.length > left) return []
    left -= data.length
    return [{ ...query, state: { ...query.state, data: JSON.parse(data), dataUpdatedAt: query.dehydratedAt } }]
  })
}

const NO_CONTACT = { firstName: '', lastName: '', email: null, city: null, lat: null, lng: null }

/**
 * Stores what the app shows on this device, for a start without a network: no messages, and of the account no name,
 * address or place. TanStack's persister is no help here: it stores whole results, however large, and restores them
 * before it is known whether the server can be reached.
 */
export async function keep(): Promise<void> {
  const earlier = await readKeptPage()
  const user = queryClient.getQueryData<User | null>(userKey)
  // An admin must not store what they see as somebody else's dog, nor an older page what is of a former user.
  if (!user || user.isImpersonating || seenAt.get() || !isStoredFor(user.id)) return
  // Lists are those of the dog that acts.
  const isSame = earlier?.user.id === user.id && earlier.user.dog?.id === user.dog?.id
  const queries = lastSeen(isSame ? earlier.queries.queries : [])
  const seen = { queries: { mutations: [], queries }, seenAt: new Date().toISOString() }
  await keepPage({ user: { ...user, ...NO_CONTACT }, ...seen })
}

/**
 * Registers the worker after the page has loaded, for a start without a network, and forgets a former user. Rejects where the
 * browser forbids service workers.
 */
export async function startWorker(userId: string): Promise<void> {
  await forgetFormerUser(userId)
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  if (document.readyState !== 'complete') await new Promise(resolve => window.addEventListener('load', resolve))
  if (session.get().status !== 'signed-in') return
  await navigator.serviceWorker.register('/worker.js')
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage('keep-shell')
  let timer: ReturnType<typeof setTimeout> | undefined
  const keepSoon = () => {
    clearTimeout(timer)
    // Storage may be full or forbidden. The app works without it.
    timer = setTimeout(() => void keep().catch(() => undefined), QUIET_FOR)
  }
  keepSoon()
  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    const { action } = event
    if (action.type === 'success' || (action.type === 'error' && isRefusal(action.error))) keepSoon()
  })
}
