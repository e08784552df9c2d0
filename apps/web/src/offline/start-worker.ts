import type { Match } from '@barkyard/domain/schemas/match'
import type { User } from '@barkyard/domain/schemas/user'
import type { DehydratedState, InfiniteData } from '@tanstack/react-query'
import { OFFLINE_CALLS } from '../screens.ts'
import { session } from '../session.ts'
import { type Outputs, queryClient, userKey } from '../trpc.ts'
import { forgetFormerUser, isStoredFor, keepPage } from './kept-page.ts'
import { seenAt } from './missing.ts'

/** The limits in characters of JSON, of one result and of all. */
const RESULT_MAX = 200_000
const ALL_MAX = 1_000_000
/** In ms. Results arrive in bursts, and each burst is stored once. */
const QUIET_FOR = 1_000

const pathOf = (queryKey: readonly unknown[]) => (queryKey[0] as string[]).join('.')

/** What is stored of a result: of a list its first page, and no message of a match or a notification. */
function storedOf(path: string, data: unknown): unknown {
  if (path === 'matches.list') {
    const page = data as { items: Match[] }
    return { ...page, items: page.items.map(match => ({ ...match, lastMessage: null })) }
  }
  if (!(data instanceof Object && 'pages' in data)) return data
  const { pages, pageParams } = data as InfiniteData<unknown>
  const first = path === 'notifications.list' ? (pages as NotificationPage[]).map(withoutMessages) : pages
  return { pages: first.slice(0, 1), pageParams: pageParams.slice(0, 1) }
}

type NotificationPage = Outputs['notifications']['list']

/** Notifications of messages and barks quote them. */
const withoutMessages = (page: NotificationPage): NotificationPage => ({
  ...page,
  items: page.items.map(one => (one.kind === 'message' || one.kind === 'match' ? { ...one, body: '' } : one)),
})

/** The newest results, as many as there is space for, in the form that `hydrate` takes. */
function lastSeen(): DehydratedState {
  let left = ALL_MAX
  const queries = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey, state }) => state.status === 'success' && OFFLINE_CALLS.has(pathOf(queryKey)) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ queryKey, queryHash, state }) => {
      const data = storedOf(pathOf(queryKey), state.data)
      const size = JSON.stringify(data).length
      if (size > RESULT_MAX || size > left) return []
      left -= size
      return [{ queryKey, queryHash, state: { ...state, data }, dehydratedAt: state.dataUpdatedAt }]
    })
  return { mutations: [], queries }
}

const withoutContact = (user: User): User => ({
  ...user,
  firstName: '',
  lastName: '',
  email: null,
  city: null,
  lat: null,
  lng: null,
})

async function keep(): Promise<void> {
  const user = queryClient.getQueryData<User | null>(userKey)
  // An admin must not store what they see as somebody else's dog.
  if (!user || user.isImpersonating || seenAt.get()) return
  // Somebody else has signed in, and this is an older page of the former user.
  if (!isStoredFor(user.id)) return
  await keepPage({ user: withoutContact(user), queries: lastSeen(), seenAt: new Date().toISOString() })
}

/**
 * Stores what the app shows on this device, for a start without a network: no messages, and of the account no name,
 * address or place. TanStack's persister is no help here: it stores whole results, however large, and restores them
 * before it is known whether the server can be reached.
 */
function keepLastSeen(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const keepSoon = () => {
    clearTimeout(timer)
    // Storage may be full or forbidden. The app works without it.
    timer = setTimeout(() => void keep().catch(() => undefined), QUIET_FOR)
  }
  keepSoon()
  queryClient.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') keepSoon()
  })
}

const loaded = () =>
  new Promise<void>(resolve => {
    if (document.readyState === 'complete') resolve()
    else window.addEventListener('load', () => resolve(), { once: true })
  })

/** Registers the worker after the page has loaded, for a start without a network, and forgets a former user. */
export async function startWorker(userId: string): Promise<void> {
  await forgetFormerUser(userId)
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  await loaded()
  if (session.get().status !== 'signed-in') return
  try {
    await navigator.serviceWorker.register('/worker.js')
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage('keep-shell')
    keepLastSeen()
  } catch {
    // The browser forbids service workers. The app works without them.
  }
}
