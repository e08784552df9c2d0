import { useEffect } from 'react'

/** What the device shows of notifications goes once they are seen. */
async function clearShown(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await worker?.getNotifications()) ?? []) notification.close()
}

/** Shows how many notifications are not seen on the installed app's icon, where the platform can. */
export function useAppBadge(unseen: number): void {
  useEffect(() => {
    // Refused where the app is not installed: the number in the page remains.
    if ('setAppBadge' in navigator) void navigator.setAppBadge(unseen).catch(() => undefined)
    if (unseen === 0) clearShown().catch(() => undefined)
  }, [unseen])
}
