/** The cache of the address that a tapped notification opens. The service worker fills it (worker/push.ts). */
export const TAPPED = 'tapped'

/** Whether a tapped notification opened this address (path, query and hash), once. */
export async function takeTapped(address: string): Promise<boolean> {
  try {
    const isTapped = (await caches.match(address, { cacheName: TAPPED })) !== undefined
    await caches.delete(TAPPED)
    return isTapped
  } catch {
    return false
  }
}
