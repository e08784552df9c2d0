import type { LiveEvent } from '@barkyard/domain/schemas/live'
import { getQueryKey } from '@trpc/react-query'
import { useRef } from 'react'
import { useUser } from './auth.ts'
import { refreshSoon } from './lib/refresh-soon.ts'
import { useVisible } from './lib/shown.ts'
import { isOld, showAsCurrent } from './offline/seen-at.ts'
import { setTimeZoneOnce } from './time-zone.ts'
import { queryClient, trpc, userKey } from './trpc.ts'

const matchesKey = getQueryKey(trpc.matches.list)
const newCountKey = getQueryKey(trpc.matches.newCount)
const unreadByDogKey = getQueryKey(trpc.matches.unreadByDog)

/** Keeps what the page shows in step with what others do. Mounted once, by the shell. */
export function useLive(enabled: boolean) {
  const utils = trpc.useUtils()
  const user = useUser()
  const isVisible = useVisible()
  const isAgain = useRef(false)

  /** What the page read while it was opening may lack what happened just then: that is read once more, unseen. */
  async function readAgain() {
    // What is under way may have been answered before.
    await Promise.allSettled(
      queryClient
        .getQueryCache()
        .findAll({ fetchStatus: 'fetching' })
        .map(one => one.promise),
    )
    const before = queryClient.getQueryData(userKey)
    await Promise.all(
      [utils.auth, utils.dogs, utils.matches, utils.playdates, utils.notifications].map(one => one.invalidate()),
    )
    // Somebody else acts: searches are others.
    if (queryClient.getQueryData(userKey) !== before) void utils.invalidate()
  }

  const onEvent = (event: LiveEvent) => {
    switch (event.type) {
      case 'started':
        // What an earlier visit has left is read again, all of it.
        if (isOld()) void utils.invalidate().then(showAsCurrent)
        // Again: the line was down, and whatever was told meanwhile is read instead.
        else void (isAgain.current ? refreshSoon() : readAgain())
        if (!isAgain.current && user && !user.isImpersonating) void setTimeZoneOnce(user.id)
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
      case 'notifications':
        void refreshSoon(getQueryKey(trpc.notifications))
        return
      case 'reports':
        for (const key of [trpc.reports, trpc.notices, trpc.admin.reports, trpc.admin.report])
          void refreshSoon(getQueryKey(key))
        return
      case 'refresh':
        void refreshSoon()
    }
  }

  trpc.live.events.useSubscription(undefined, { enabled, onData: onEvent })
  // What somebody looks at is not pushed to them.
  trpc.live.visible.useSubscription(undefined, { enabled: enabled && isVisible })
}
