import type { SentAlong } from '../page/first-answers.ts'

/** What the app showed last on this device, to start from without a network. */
export interface KeptPage extends SentAlong {
  /** An ISO time. */
  seenAt: string
}

/** In a cache of its own, so that the worker and the landing page can forget it without knowing what it is. */
const CACHE = 'last-seen'
const ADDRESS = '/last-seen'

export async function keepPage(page: KeptPage): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.put(ADDRESS, Response.json(page))
}

/** @returns null where nothing is kept, or the browser keeps nothing. */
export async function readKeptPage(): Promise<KeptPage | null> {
  try {
    const kept = await caches.match(ADDRESS, { cacheName: CACHE })
    return kept ? ((await kept.json()) as KeptPage) : null
  } catch {
    return null
  }
}
