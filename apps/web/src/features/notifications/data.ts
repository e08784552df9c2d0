import { cursorAfter } from '@barkyard/domain/cursor'
import type { Notification } from '@barkyard/domain/schemas/notification'
import { getQueryKey } from '@trpc/react-query'
import { useEffect, useState } from 'react'
import { useUser } from '../../auth.ts'
import { shown } from '../../lib/shown.ts'
import { errorStatus, trpc } from '../../trpc.ts'

/** As page/first-questions.ts asks. */
const NOTIFICATIONS_A_PAGE = 30

/** The person's notifications, newest first, a page a call; `items` is undefined while they load. */
export function useNotifications() {
  const query = trpc.notifications.list.useInfiniteQuery(
    { limit: NOTIFICATIONS_A_PAGE },
    { getNextPageParam: page => cursorAfter(page, NOTIFICATIONS_A_PAGE), throwOnError: false },
  )
  // One that comes up again while two pages are read would be in both.
  const items = query.data && [...new Map(query.data.pages.flat().map(one => [one.id, one])).values()]
  return {
    items,
    failed: query.isError && !query.data,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    // The one that the next page would follow may be gone: then all is read anew.
    loadMore: () =>
      void (query.isFetchNextPageError && errorStatus(query.error) === 400 ? query.refetch() : query.fetchNextPage()),
  }
}

/**
 * Marks what the list shows as seen while somebody looks at it.
 * @returns whether a notification was new when this list was opened, or came since.
 */
export function useSeen(items: readonly Notification[] | undefined): (one: Notification) => boolean {
  const isOwn = useUser()?.isImpersonating === false
  const [wasNew] = useState(() => new Set<string>())
  // The rows keep their look: only the number at the bell is read again.
  const { mutate: see } = trpc.notifications.seen.useMutation({
    meta: { refresh: [getQueryKey(trpc.notifications.unseenCount)] },
  })
  const upTo = items?.find(({ seenAt }) => seenAt === null)?.id

  useEffect(() => {
    for (const one of items ?? []) if (one.seenAt === null) wasNew.add(one.id)
  }, [items, wasNew])

  useEffect(() => {
    if (upTo === undefined || !isOwn) return
    let isOver = false
    void shown().then(() => {
      if (!isOver) see({ upTo })
    })
    return () => {
      isOver = true
    }
  }, [upTo, isOwn, see])

  return one => one.seenAt === null || wasNew.has(one.id)
}
