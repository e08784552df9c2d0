import { useSyncExternalStore } from 'react'
import { useSeenAt } from '../offline/seen-at.ts'
import classes from './offline-banner.module.css'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

const seenText = (at: Date) =>
  at.toLocaleString(undefined, { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' })

/** Says so while there is no connection, and what still works; and from when the page is, where it is an old one. */
export function OfflineBanner() {
  const online = useOnline()
  const seenAt = useSeenAt()
  const trouble = online ? "We can't reach the yard." : "You're offline."
  // The live region is there before its text.
  return (
    <div role="status">
      {seenAt ? (
        <p className={classes.banner}>
          {trouble} You see what was here on <time dateTime={seenAt.toISOString()}>{seenText(seenAt)}</time>.
        </p>
      ) : online ? null : (
        <p className={classes.banner}>{trouble} This page stays open. The rest works again once you're back.</p>
      )}
    </div>
  )
}
