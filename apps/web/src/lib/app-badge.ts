import { useEffect } from 'react'

/** Removes the notifications that the device shows, once they are seen. */
async function clearShown(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await worker?.getNotifications()) ?? []) notification.close()
}

/** Shows the number of unseen notifications on the installed app's icon, if the platform supports it. */
export function useAppBadge(unseen: number): void {
  useEffect(() => {
    // Fails if the app is not installed. The page still shows the number.
    if ('setAppBadge' in navigator) void navigator.setAppBadge(unseen).catch(() => undefined)
    if (unseen === 0) clearShown().catch(() => undefined)
  }, [unseen])
}
