import { getQueryKey } from '@trpc/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useUser } from './auth.ts'
import { shown } from './lib/shown.ts'
import { openChatAt } from './screens.ts'
import { trpc } from './trpc.ts'

/** Pages that show the content of notifications that link to them. A chat shows its match's plans, and marks messages itself. */
const SHOWS_ALL = /^\/(playdates|settings|dog\/[^/]+)$/
/** The number of newest notifications that are checked. Older ones are marked when the list is opened. */
const LATEST = 50

/** Marks notifications about the open page as seen at once. @param unseen the number of unseen notifications */
export function useSeenOnPage(unseen: number): void {
  const { pathname } = useLocation()
  const user = useUser()
  const utils = trpc.useUtils()
  const { mutate: see } = trpc.notifications.seenOnPage.useMutation({
    meta: { refresh: [getQueryKey(trpc.notifications)] },
  })
  const dogId = user?.dog?.id ?? null
  const matchId = openChatAt(pathname)?.openMatchId
  const isOwnPage = user !== null && !user.isImpersonating && (matchId !== undefined || SHOWS_ALL.test(pathname))

  useEffect(() => {
    if (unseen === 0 || !isOwnPage) return
    let isOver = false
    async function look() {
      await shown()
      if (isOver) return
      const { items: latest } = await utils.notifications.list.fetch({ limit: LATEST }, { staleTime: 0, gcTime: 0 })
      const ids = latest
        .filter(one => (matchId ? one.matchId === matchId : one.path.split('#')[0] === pathname) && one.seenAt === null)
        .filter(one => one.dogId === null || one.dogId === dogId)
        .map(({ id }) => id)
      if (!isOver && ids.length > 0) see({ ids })
    }
    // The list reports errors.
    look().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [unseen, isOwnPage, matchId, pathname, dogId, see, utils])
}
