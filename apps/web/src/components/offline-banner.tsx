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

/** Says that there is no connection and what still works, and the age of an old page. */
export function OfflineBanner() {
  const online = useOnline()
  const seenAt = useSeenAt()
  const trouble = online ? "We can't reach the yard." : "You're offline."
  // The live region must exist before its text, or it is not read out.
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
