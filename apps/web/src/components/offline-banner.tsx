import { useSyncExternalStore } from 'react'
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

/** Says so while there is no connection, and what still works. The live region is there before its text. */
export function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status">
      {online ? null : (
        <p className={classes.banner}>You're offline. This page stays open. The rest works again once you're back.</p>
      )}
    </div>
  )
}
