import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Outlet, ScrollRestoration, useNavigate, useNavigation } from 'react-router-dom'
import classes from './app-shell.module.css'
import { useUser } from './auth.ts'
import { AppFrame } from './components/app-frame.tsx'
import { preloadTrouble } from './components/empty-state.tsx'
import { useFrameData } from './frame-data.ts'
import { showUnread } from './lib/page-title.ts'
import { SCROLL_KEY } from './lib/start-at-top.ts'
import { useLive } from './live.ts'
import { missingParts, seenAt, useOnline } from './offline/missing.ts'
import { OWN } from './own-link.ts'
import { useSeenOnPage } from './seen-on-page.ts'

const BANNER = { padding: '10px var(--gutter)', textAlign: 'center', textWrap: 'balance' } as const

const seenText = (at: Date) =>
  at.toLocaleString(undefined, { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' })

/** Says that there is no connection and what still works, and the age of an old page. */
function OfflineBanner() {
  const online = useOnline()
  const at = seenAt.use()
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
