/** The database of the chats that are kept (offline/kept-chats.ts). */
export const CHATS = 'chats'
/** The cache of what the app showed last (offline/kept-page.ts). */
export const LAST_SEEN = 'last-seen'

/** Deletes what the app showed last: some of it is gone for this user. Never throws: then nothing was stored. */
export const forgetPage = () => void globalThis.caches?.delete(LAST_SEEN).catch(() => undefined)

/** Deletes all of the user, notifications and worker too, after signing out. Never throws: then nothing was stored. */
export async function forgetPerson(): Promise<void> {
  try {
    sessionStorage.clear()
    for (const key of Object.keys(localStorage)) if (key !== 'theme') localStorage.removeItem(key)
    // With the key that they are encrypted with.
    indexedDB.deleteDatabase(CHATS)
    await Promise.all((await caches.keys()).map(name => caches.delete(name)))
    const workers = await navigator.serviceWorker.getRegistrations()
    for (const worker of workers) for (const shown of (await worker.getNotifications?.()) ?? []) shown.close()
    await Promise.all(workers.map(worker => worker.unregister()))
    await navigator.clearAppBadge?.()
  } catch {
    // Nothing was stored.
  }
}
