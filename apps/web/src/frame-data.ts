import { keepPreviousData } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { useActingDog, useMay, useUser } from './auth.ts'
import { useVisible } from './lib/shown.ts'
import { BESIDE_TABS, openChatAt } from './screens.ts'
import { trpc } from './trpc.ts'

/** Errors of these queries do not break the page. */
const quiet = { throwOnError: false } as const

/** What the bell does not count: the messages of the chat that is open and visible. */
function useOpenChat() {
  const { pathname } = useLocation()
  return useVisible() ? openChatAt(pathname) : undefined
}

export type FrameData = ReturnType<typeof useFrameData>

export function useFrameData() {
  const dog = useActingDog()
  const user = useUser()
  const isModerator = useMay('reports') && user?.isImpersonating === false
  // An admin's tabs are those of the other owner meanwhile, and the bell is their own.
  const hasTabs = dog !== null && user?.isImpersonating === false
  const asDog = { ...quiet, enabled: dog !== null }
  const dogs = trpc.dogs.mine.useQuery(undefined, asDog)
  const barks = trpc.matches.newCount.useQuery(undefined, asDog)
  const pending = trpc.playdates.pendingCount.useQuery(undefined, asDog)
  const unread = trpc.matches.unreadByDog.useQuery(undefined, quiet)
  const unseen = trpc.notifications.unseenCount.useQuery(useOpenChat(), {
    ...quiet,
    // The other count is shown until there is a new one, and never an older one.
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const beside = trpc.notifications.unseenCount.useQuery(BESIDE_TABS, {
    ...quiet,
    enabled: hasTabs,
    placeholderData: keepPreviousData,
  })
  const otherUnread = unread.data?.filter(({ dogId }) => dogId !== dog?.id) ?? []
  const reports = trpc.admin.reports.useQuery({ limit: 1 }, { ...quiet, enabled: isModerator })
  return {
    dog,
    dogs: dogs.data ?? [],
    newBarks: (dog && barks.data?.count) ?? 0,
    pendingPlaydates: (dog && pending.data?.count) ?? 0,
    otherUnread,
    /** Unseen notifications. undefined until they are counted. */
    unseen: unseen.data?.count,
    /** Those of them that no tab counts. Without a dog there are no tabs. */
    beside: (hasTabs ? beside.data?.count : undefined) ?? unseen.data?.count ?? 0,
    /** Reports and appeals that wait for this moderator or admin. undefined for everybody else. */
    reports: isModerator ? (reports.data?.total ?? 0) : undefined,
  }
}
