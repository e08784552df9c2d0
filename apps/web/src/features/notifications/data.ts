import type { Notification, NotificationFace } from '@barkyard/domain/schemas/notification'
import { keepPreviousData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect, useState } from 'react'
import { useUser } from '../../auth.ts'
import { nextCursorOf, useInfiniteList } from '../../lib/list-pages.ts'
import { shown } from '../../lib/shown.ts'
import { A_PAGE } from '../../screens.ts'
import { trpc } from '../../trpc.ts'

export type FaceDog = NotificationFace['dog']

export function useNotifications() {
  const query = trpc.notifications.list.useInfiniteQuery(
    { limit: A_PAGE.notifications },
    { getNextPageParam: nextCursorOf, throwOnError: false },
  )
  return { ...useInfiniteList<Notification>(query), pages: query.data?.pages ?? [] }
}

/** The dogs whose faces stand beside these notifications, by the notification. They come after the list. */
export function useFaces(pages: readonly { items: readonly Notification[] }[]): ReadonlyMap<string, FaceDog> {
  const answers = trpc.useQueries(t =>
    pages
      .filter(({ items }) => items.length > 0)
      .map(({ items }) =>
        t.notifications.faces(
          { ids: items.map(({ id }) => id) },
          // Those of the page before a new one arrived are shown until there are the new ones.
          { throwOnError: false, placeholderData: keepPreviousData },
        ),
      ),
  )
  return new Map(answers.flatMap(({ data = [] }) => data.map(({ id, dog }) => [id, dog])))
}

/** Marks these as seen while the page is visible. @returns whether one was unseen as the list opened, or is newer. */
export function useSeen(items: readonly Notification[]): (one: Notification) => boolean {
  const isOwn = useUser()?.isImpersonating === false
  const [wasNew] = useState(() => new Set<string>())
  // Refreshes only the bell's number, so that the rows keep their look.
  const { mutate: see } = trpc.notifications.seen.useMutation({
    meta: { refresh: [getQueryKey(trpc.notifications.unseenCount)] },
  })
  const upTo = items.find(({ seenAt }) => seenAt === null)?.id

  useEffect(() => {
    for (const one of items) if (one.seenAt === null) wasNew.add(one.id)
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
