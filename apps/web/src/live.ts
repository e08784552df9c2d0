import type { LiveEvent } from '@barkyard/domain/schemas/live'
import type { Query } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useRef } from 'react'
import { useUser } from './auth.ts'
import { refreshSoon } from './lib/refresh-soon.ts'
import { useVisible } from './lib/shown.ts'
import { seenAt } from './offline/seen-at.ts'
import { openChatAt } from './screens.ts'
import { setTimeZoneOnce } from './time-zone.ts'
import { errorStatus, queryClient, trpc, userKey } from './trpc.ts'

const matchesKey = getQueryKey(trpc.matches.list)
const newCountKey = getQueryKey(trpc.matches.newCount)
const unreadByDogKey = getQueryKey(trpc.matches.unreadByDog)

/** Refreshes the page when others change something. Mounted once, by the shell. */
export function useLive(enabled: boolean) {
  const utils = trpc.useUtils()
  const user = useUser()
  const isVisible = useVisible()
  const isAgain = useRef(false)

  /** Refreshes the queries of an opening page once in the background, because changes may have happened meanwhile. */
  async function readAgain() {
    // Responses that are still on their way may be outdated.
    await Promise.allSettled(
      queryClient
        .getQueryCache()
        .findAll({ fetchStatus: 'fetching' })
        .map(one => one.promise),
    )
    const before = queryClient.getQueryData(userKey)
    // What was not found stays: asked for again it would be a spinner for a moment.
    const filters = { predicate: ({ state }: Query) => errorStatus(state.error) !== 404 }
    await Promise.all(
      [utils.auth, utils.dogs, utils.matches, utils.playdates, utils.walks, utils.notifications, utils.lost].map(one =>
        one.invalidate(undefined, filters),
      ),
    )
    // The acting dog has changed, so all queries have other answers.
    if (queryClient.getQueryData(userKey) !== before) void utils.invalidate()
  }

  const onEvent = (event: LiveEvent) => {
    switch (event.type) {
      case 'started':
        // Data of an earlier visit is refreshed completely.
        if (seenAt.get()) void utils.invalidate().then(() => seenAt.set(null))
        // After a reconnection everything is refreshed, because events were missed.
        else void (isAgain.current ? refreshSoon() : readAgain())
        if (user && !user.isImpersonating) {
          if (!isAgain.current) void setTimeZoneOnce(user.id)
          // Without it the messages wait for their chat to be opened.
          import('./features/messages/send-unsent.ts')
            .then(module => module.sendUnsent(user.id, openChatAt(location.pathname)?.openMatchId))
            .catch(() => undefined)
        }
        isAgain.current = true
        return
      case 'message':
      case 'seen': {
        const matchId = event.type === 'seen' ? event.matchId : event.message.matchId
        for (const key of [
          matchesKey,
          newCountKey,
          unreadByDogKey,
          getQueryKey(trpc.matches.get, { matchId }, 'query'),
        ])
          void refreshSoon(key)
        return
      }
      case 'playdate':
        void refreshSoon(getQueryKey(trpc.playdates))
        return
      case 'walk':
        void refreshSoon(getQueryKey(trpc.walks))
        return
      case 'lost':
      case 'sighting':
        void refreshSoon(getQueryKey(trpc.lost))
        return
      case 'notifications':
        void refreshSoon(getQueryKey(trpc.notifications))
        // A push service may have refused the device.
        void refreshSoon(getQueryKey(trpc.push))
        // A walk whose host is gone is told of by its notification alone.
        void refreshSoon(getQueryKey(trpc.walks))
        return
      case 'reports':
        for (const key of [trpc.reports, trpc.notices, trpc.admin.reports, trpc.admin.report])
          void refreshSoon(getQueryKey(key))
        for (const key of [trpc.verifications, trpc.admin.verifications, trpc.parks, trpc.admin.parks])
          void refreshSoon(getQueryKey(key))
        return
      case 'refresh':
        void refreshSoon()
    }
  }

  trpc.live.events.useSubscription(undefined, { enabled, onData: onEvent })
  // While a page is visible, its user gets no pushes.
  trpc.live.visible.useSubscription(undefined, { enabled: enabled && isVisible })
}
