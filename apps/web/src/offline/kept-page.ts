import { forgetPerson, LAST_SEEN } from '../lib/forget.ts'
import { type BootstrapData, session } from '../session.ts'

/** The last data that the app showed on this device, for a start without a network. */
interface KeptPage extends BootstrapData {
  /** An ISO time. */
  seenAt: string
}

/** Its number changes with the shapes of what is stored. */
const ADDRESS = '/last-seen/2'

export async function keepPage(page: KeptPage): Promise<void> {
  const cache = await caches.open(LAST_SEEN)
  await cache.put(ADDRESS, Response.json(page))
  // What an older version of the app stored holds more than is stored now.
  for (const request of await cache.keys()) if (new URL(request.url).pathname !== ADDRESS) await cache.delete(request)
  // The user has signed out meanwhile, and the cache was made anew.
  if (!isStoredFor(page.user.id)) await caches.delete(LAST_SEEN)
}

/** @returns null if nothing is stored, or the browser cannot store. */
export async function readKeptPage(): Promise<KeptPage | null> {
  try {
    const kept = await caches.match(ADDRESS, { cacheName: LAST_SEEN })
    return kept ? ((await kept.json()) as KeptPage) : null
  } catch {
    return null
  }
}

/** Whose data this device stores. */
const KEY = 'stored-for'

export const isStoredFor = (userId: string): boolean => localStorage.getItem(KEY) === userId

/** Deletes all of a former user if somebody else has signed in meanwhile. Never throws: then nothing was stored. */
export async function forgetFormerUser(userId: string): Promise<void> {
  try {
    if (isStoredFor(userId)) return
    const former = localStorage.getItem(KEY) ?? (await readKeptPage())?.user.id
    if (former !== undefined && former !== userId) await forgetPerson()
    // After signing out nothing is kept any more.
    if (session.get().status === 'signed-in') localStorage.setItem(KEY, userId)
  } catch {
    // Nothing was stored.
  }
}
