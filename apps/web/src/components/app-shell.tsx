import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Outlet, ScrollRestoration } from 'react-router-dom'
import { useActingDog } from '../auth.ts'
import { useAppBadge } from '../lib/app-badge.ts'
import { showUnread } from '../lib/page-title.ts'
import { SCROLL_KEY } from '../lib/start-at-top.ts'
import { useLive } from '../live.ts'
import { startWorker } from '../offline/start-worker.ts'
import { useOpenFromNotification } from '../open-from-notification.ts'
import { useSeenOnPage } from '../seen-on-page.ts'
import { trpc } from '../trpc.ts'
import { AppFrame } from './app-frame.tsx'
import { preloadTrouble } from './illustration.tsx'
import { NavigationLine } from './navigation-line.tsx'
import { OfflineBanner } from './offline-banner.tsx'

/** Errors of these queries do not break the page. */
const quiet = { throwOnError: false } as const

interface AppShellProps {
  banner?: ReactNode
  offer?: ReactNode
  NotificationPanel: ComponentType
}

/** Everything around a screen, updated live. */
export function AppShell({ banner, offer, NotificationPanel }: AppShellProps) {
  const dog = useActingDog()
  const asDog = { ...quiet, enabled: dog !== null }
  const dogs = trpc.dogs.mine.useQuery(undefined, asDog)
  const barks = trpc.matches.newCount.useQuery(undefined, asDog)
  const pending = trpc.playdates.pendingCount.useQuery(undefined, asDog)
  const unread = trpc.matches.unreadByDog.useQuery(undefined, quiet)
  const knownUnseen = trpc.notifications.unseenCount.useQuery(undefined, quiet).data?.count
  const unseen = knownUnseen ?? 0
  const newBarks = (dog && barks.data?.count) ?? 0

  const [live, setLive] = useState(false)
  useLive(live)
  // Lets the first screen send its calls first.
  useEffect(() => {
    setLive(true)
    preloadTrouble()
    void startWorker()
  }, [])
  useEffect(() => showUnread(newBarks), [newBarks])
  useSeenOnPage(unseen)
  useOpenFromNotification()
  useAppBadge(knownUnseen)

  const around = {
    dog,
    dogs: dogs.data ?? [],
    newBarks,
    pendingPlaydates: (dog && pending.data?.count) ?? 0,
    unreadByDog: unread.data ?? [],
    unseen,
  }
  const banners = (
    <>
      {banner}
      <OfflineBanner />
    </>
  )
  return (
    <>
      <NavigationLine />
      <AppFrame around={around} banners={banners} offer={offer} NotificationPanel={NotificationPanel}>
        <Outlet />
      </AppFrame>
      <ScrollRestoration storageKey={SCROLL_KEY} />
    </>
  )
}
