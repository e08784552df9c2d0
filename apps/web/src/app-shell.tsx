import { useDebouncedValue } from '@mantine/hooks'
import { notifyManager } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from 'react-router-dom'
import classes from './app-shell.module.css'
import { useUser } from './auth.ts'
import { AppFrame } from './components/app-frame.tsx'
import { preloadTrouble } from './components/empty-state.tsx'
import { useFrameData } from './frame-data.ts'
import { showUnread } from './lib/page-title.ts'
import { shown } from './lib/shown.ts'
import { SCROLL_KEY } from './lib/start-at-top.ts'
import { useLive } from './live.ts'
import { missingParts, seenAt, useOnline } from './offline/missing.ts'
import { OWN } from './own-link.ts'
import { openChatAt } from './screens.ts'
import { queryClient, trpc } from './trpc.ts'

/** Pages that show the content of notifications that link to them. A chat shows its match's plans, and marks messages itself. */
const SHOWS_ALL = /^\/(playdates|settings|dog\/[^/]+(\/lost)?|(lost|walk|park)\/[^/]+)$/
/** The number of newest notifications that are checked. Older ones are marked when the list is opened. */
const LATEST = 50

/** Marks notifications about the open page as seen at once. @param unseen the number of unseen notifications */
function useSeenOnPage(unseen: number): void {
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
        .filter(({ dogId: about, path, ...one }) => {
          if (one.seenAt !== null) return false
          // Whoever looks for their own dog is led to another page than its neighbours.
          if (about && path.startsWith('/lost/')) return pathname === `/dog/${about}/lost`
          return (matchId ? one.matchId === matchId : path.split('#')[0] === pathname) && [null, dogId].includes(about)
        })
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

const BANNER = { padding: '10px var(--gutter)', textAlign: 'center', textWrap: 'balance' } as const

const seenText = (at: Date) =>
  at.toLocaleString(undefined, { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' })

/** When the oldest of what is on an old page was shown, in ms. @param at when the newest was; null if the page is not old */
function useOldest(at: Date | null): number | null {
  const cache = queryClient.getQueryCache()
  const times = () => cache.findAll({ type: 'active' }).map(({ state }) => state.dataUpdatedAt || Infinity)
  return useSyncExternalStore(
    listener => cache.subscribe(notifyManager.batchCalls(listener)),
    () => at && Math.min(at.getTime(), ...times()),
  )
}

/** Says that there is no connection and what still works, and the age of an old page. */
function OfflineBanner() {
  // A phone that changes its network has none for a moment: the banner would push the page down and up again.
  const [online] = useDebouncedValue(useOnline(), 1_000)
  const oldest = useOldest(seenAt.use())
  const at = oldest && new Date(oldest)
  const isComplete = missingParts.use() === 0
  const trouble = online ? "We can't reach the yard." : "You're offline."
  // The live region must exist before its text, or it is not read out.
  return (
    <div role="status">
      {at || !online ? (
        <p className="on-ball text-small bold" style={BANNER}>
          <span>{trouble} </span>
          {!isComplete ? (
            <span>Some of this page isn't available offline.</span>
          ) : at ? (
            <span>
              You see what was here on <time dateTime={at.toISOString()}>{seenText(at)}</time>.
            </span>
          ) : (
            <span>This page stays open. The rest works again once you're back.</span>
          )}
        </p>
      ) : null}
    </div>
  )
}

/** Opens the page of a notification that was tapped while this window is open. The worker sends it (worker/push.ts). */
function useOpenFromNotification(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'object' && data !== null && 'open' in data && typeof data.open === 'string')
        void navigate(data.open, OWN)
    }
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [navigate])
}

async function clearShown(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await worker?.getNotifications()) ?? []) notification.close()
}

/** Shows the number of unseen notifications on the installed app's icon. undefined: what the device shows stays. */
function useAppBadge(unseen: number | undefined): void {
  useEffect(() => {
    if (unseen === undefined) return
    // Fails if the app is not installed. The page still shows the number.
    if ('setAppBadge' in navigator) void navigator.setAppBadge(unseen).catch(() => undefined)
    if (unseen === 0) clearShown().catch(() => undefined)
  }, [unseen])
}

/** A thin line at the top while the next screen is downloaded, if that takes a noticeable time. */
function NavigationLine() {
  const busy = useNavigation().state !== 'idle'
  return busy ? <div className={classes.line} role="progressbar" aria-label="Loading the page" /> : null
}

export function AppShell({ banner, NotificationPanel }: { banner?: ReactNode; NotificationPanel: ComponentType }) {
  const { newBarks, unseen } = useFrameData()
  const userId = useUser()?.id
  const [live, setLive] = useState(false)
  useLive(live)
  // Lets the first screen send its calls first.
  useEffect(() => {
    setLive(true)
    preloadTrouble()
    // Only iOS has this property, and only in the browser is it false.
    if ('standalone' in navigator && navigator.standalone === false)
      import('./lib/launch-pictures.ts').then(module => module.offerLaunchPictures()).catch(() => undefined)
  }, [])
  useEffect(() => {
    // Without it the app works too.
    if (userId !== undefined)
      import('./offline/start-worker.ts').then(module => module.startWorker(userId)).catch(() => undefined)
  }, [userId])
  useEffect(() => showUnread(newBarks), [newBarks])
  useSeenOnPage(unseen ?? 0)
  useOpenFromNotification()
  useAppBadge(unseen)

  const banners = (
    <>
      {banner}
      <OfflineBanner />
    </>
  )
  return (
    <>
      <NavigationLine />
      <AppFrame banners={banners} NotificationPanel={NotificationPanel}>
        <Outlet />
      </AppFrame>
      <ScrollRestoration storageKey={SCROLL_KEY} />
    </>
  )
}
