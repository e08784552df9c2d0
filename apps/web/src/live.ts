import type { LiveEvent } from '@barkyard/domain/schemas/live'
import type { Query, QueryKey } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { getQueryKey } from '@trpc/react-query'
import { useRef } from 'react'
import { useUser } from './auth.ts'
import { isWorthAsking, refreshSoon } from './lib/refresh-soon.ts'
import { useVisible } from './lib/shown.ts'
import { seenAt } from './offline/missing.ts'
import { openChatAt } from './screens.ts'
import { setTimeZoneOnce } from './time-zone.ts'
import { errorStatus, queryClient, trpc, userKey } from './trpc.ts'

const keys = (...calls: Parameters<typeof getQueryKey>[0][]): QueryKey[] => calls.map(call => getQueryKey(call))

/** The queries whose answers an event may have changed. */
function changedBy(event: LiveEvent): QueryKey[] {
  switch (event.type) {
    case 'message':
    case 'seen': {
      const matchId = event.type === 'seen' ? event.matchId : event.message.matchId
      const { list, newCount, unreadByDog, get } = trpc.matches
      return [...keys(list, newCount, unreadByDog), getQueryKey(get, { matchId }, 'query')]
    }
    case 'playdate':
      return keys(trpc.playdates)
    case 'walk':
      return keys(trpc.walks)
    case 'lost':
    case 'sighting':
      return keys(trpc.lost)
    case 'notifications':
      // A push service may have refused the device. A walk whose host is gone is told of by its notification alone.
      return keys(trpc.notifications, trpc.push, trpc.walks)
    case 'reports':
      return [
        ...keys(trpc.reports, trpc.notices, trpc.admin.reports, trpc.admin.report),
        ...keys(trpc.verifications, trpc.admin.verifications, trpc.parks, trpc.admin.parks, trpc.admin.lostCases),
      ]
    case 'refresh':
      return [[]]
    default:
      return []
  }
}

/** The server was out of reach. */
const isMissed = ({ state: { error } }: Query) => error instanceof TRPCClientError && errorStatus(error) === null

/** Refreshes the page when others change something. Mounted once, by the shell. */
export function useLive(enabled: boolean) {
  const utils = trpc.useUtils()
  const user = useUser()
  const isVisible = useVisible()
  const isAgain = useRef(false)
  const cache = queryClient.getQueryCache()

  /** Refreshes the queries of an opening page once in the background, because changes may have happened meanwhile. */
  async function readAgain() {
    // Responses that are still on their way may be outdated.
    await Promise.allSettled(cache.findAll({ fetchStatus: 'fetching' }).map(one => one.promise))
    const before = queryClient.getQueryData(userKey)
    await Promise.all(
      [utils.auth, utils.dogs, utils.matches, utils.playdates, utils.walks, utils.notifications, utils.lost].map(one =>
        one.invalidate(undefined, { predicate: isWorthAsking }),
      ),
    )
    // The acting dog has changed, so all queries have other answers.
    if (queryClient.getQueryData(userKey) !== before) void utils.invalidate()
  }

  /** Refreshes the data of an earlier visit completely: as often as a call is missed. */
  async function readOld() {
    await utils.invalidate()
    if (cache.findAll({ type: 'active' }).some(isMissed)) return void setTimeout(readOld, 5_000)
    seenAt.set(null)
    // As a browser says it: who waits for the connection tries again.
    dispatchEvent(new Event('online'))
  }

  function onStarted() {
    if (seenAt.get()) void readOld()
    // After a reconnection everything is refreshed, because events were missed.
    else void (isAgain.current ? refreshSoon() : readAgain())
    if (user && !user.isImpersonating) {
      if (!isAgain.current) void setTimeZoneOnce(user.id)
      // Without it the messages wait for their chat to be opened.
      import('./features/messages/conversation/outbox.ts')
        .then(module => module.sendUnsent(user.id, openChatAt(location.pathname)?.openMatchId))
        .catch(() => undefined)
    }
    isAgain.current = true
  }

  const onEvent = (event: LiveEvent) => {
    if (event.type === 'started') return onStarted()
    for (const key of changedBy(event)) void refreshSoon(key)
  }

  trpc.live.events.useSubscription(undefined, { enabled, onData: onEvent })
  // While a page is visible, its user gets no pushes.
  trpc.live.visible.useSubscription(undefined, { enabled: enabled && isVisible })
}
