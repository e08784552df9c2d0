import type { User } from '@barkyard/domain/schemas/user'
import type { Query } from '@tanstack/react-query'
import type { FirstAnswer } from '../page/first-answers.ts'
import { queryClient, userKey } from '../trpc.ts'
import { keepPage } from './kept-page.ts'
import { isOld } from './seen-at.ts'

/** Queries whose answers are stored. Messages, the account and admin tables are not. */
const KEPT = new Set([
  'dogs.mine',
  'dogs.get',
  'matches.list',
  'matches.newCount',
  'matches.unreadByDog',
  'playdates.list',
  'playdates.pendingCount',
  'notifications.list',
  'notifications.unseenCount',
  'sniff.search',
])
/** The limits in characters of JSON, of one answer and of all. */
const ANSWER_MAX = 200_000
const ALL_MAX = 1_000_000
/** In ms. Answers arrive in bursts, and each burst is stored once. */
const QUIET_FOR = 1_000

/** The answer in the form that page/keep-answers.ts restores. Of a list, the first page. */
function answerOf({ queryKey, state }: Query): FirstAnswer | null {
  const [segments, options] = queryKey as [string[], { input?: unknown; type?: string } | undefined]
  const path = segments.join('.')
  if (!KEPT.has(path) || state.data === undefined) return null
  const isInfinite = options?.type === 'infinite'
  const data = isInfinite ? (state.data as { pages: unknown[] }).pages[0] : state.data
  return {
    path,
    ...(options?.input !== undefined && { input: options.input }),
    ...(isInfinite && { isInfinite }),
    data,
  }
}

function lastSeen(): FirstAnswer[] {
  let left = ALL_MAX
  const newestFirst = queryClient
    .getQueryCache()
    .getAll()
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  return newestFirst.flatMap(query => {
    const answer = answerOf(query)
    const size = answer ? JSON.stringify(answer).length : 0
    if (!answer || size > ANSWER_MAX || size > left) return []
    left -= size
    return [answer]
  })
}

async function keep(): Promise<void> {
  const user = queryClient.getQueryData<User | null>(userKey)
  // An admin must not store what they see as somebody else's dog.
  if (!user || user.isImpersonating || isOld()) return
  await keepPage({ user, answers: lastSeen(), seenAt: new Date().toISOString() })
}

/** Stores what the app shows on this device, for a start without a network. @returns a function that stops it. */
export function keepLastSeen(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const keepSoon = () => {
    clearTimeout(timer)
    // Storage may be full or forbidden. The app works without it.
    timer = setTimeout(() => void keep().catch(() => undefined), QUIET_FOR)
  }
  keepSoon()
  const stop = queryClient.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') keepSoon()
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
