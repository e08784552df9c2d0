/** Options of a navigation of the app's own. A page of another site, or a mail, can link to an address, but not send these. */
export const OWN = { state: { isOwn: true } } as const

/** Whether a navigation is the app's own. @param state of its location */
export const isOwn = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isOwn' in state

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
