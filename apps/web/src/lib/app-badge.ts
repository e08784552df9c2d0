import { useEffect } from 'react'

/** Removes the notifications that the device shows, once they are seen. */
async function clearShown(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await worker?.getNotifications()) ?? []) notification.close()
}

/**
 * Shows the number of unseen notifications on the installed app's icon, if the platform supports it.
 * @param unseen undefined while it is unknown: what the device shows then stays
 */
export function useAppBadge(unseen: number | undefined): void {
  useEffect(() => {
    if (unseen === undefined) return
    // Fails if the app is not installed. The page still shows the number.
    if ('setAppBadge' in navigator) void navigator.setAppBadge(unseen).catch(() => undefined)
    if (unseen === 0) clearShown().catch(() => undefined)
  }, [unseen])
}
