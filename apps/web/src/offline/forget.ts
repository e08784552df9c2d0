/**
 * Signed out: this device keeps nothing of the person. The worker goes too, and with it the browser's push subscription.
 * Never throws: where the browser offers none of this (no HTTPS, a private window), there is nothing to forget.
 */
export async function forgetPerson(): Promise<void> {
  try {
    sessionStorage.clear()
    for (const key of Object.keys(localStorage)) if (key !== 'theme') localStorage.removeItem(key)
    await Promise.all((await caches.keys()).map(name => caches.delete(name)))
    const workers = await navigator.serviceWorker.getRegistrations()
    await Promise.all(workers.map(worker => worker.unregister()))
    await navigator.clearAppBadge?.()
  } catch {
    // Nothing was kept.
  }
}
