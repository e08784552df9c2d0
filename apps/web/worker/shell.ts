/** Of this build (vite.worker.config.ts): its name, and the addresses that a page needs to start without a network. */
declare const BUILD: { version: string; shell: readonly string[] }

const { version, shell } = BUILD
const CACHE = `shell-${version}`
const PAGE = '/shell.html'

let isFilling = false

/** Keeps all of the shell or, where something cannot be fetched, the one before. */
export async function keepShell(): Promise<void> {
  if (await caches.match(PAGE, { cacheName: CACHE })) return
  isFilling = true
  try {
    await (await caches.open(CACHE)).addAll(shell)
  } finally {
    isFilling = false
  }
  const older = (await caches.keys()).filter(name => name.startsWith('shell-') && name !== CACHE)
  await Promise.all(older.map(name => caches.delete(name)))
}

/** Signed out: nothing is left of what this device has kept. */
export async function forgetShell(): Promise<void> {
  await Promise.all((await caches.keys()).map(name => caches.delete(name)))
}

export const shellPage = () => caches.match(PAGE)

/** The answer for a file of the app, or null for any other address. */
export function shellFile(request: Request, pathname: string): Promise<Response> | null {
  if (pathname.startsWith('/assets/')) return hashedFile(request)
  return shell.includes(pathname) ? plainFile(request) : null
}

/** Its name changes with its content: once kept, it is not asked for again. */
async function hashedFile(request: Request): Promise<Response> {
  const kept = await caches.match(request)
  if (kept) return kept
  const response = await fetch(request)
  // After signing out nothing is kept any more: the cache is not made again here.
  if (response.ok && (await caches.has(CACHE))) {
    const copy = response.clone()
    const cache = await caches.open(CACHE)
    if (isFilling || (await cache.match(PAGE))) await cache.put(request, copy)
    // It was deleted a moment ago, and opening it has made an empty one.
    else await caches.delete(CACHE)
  }
  return response
}

async function plainFile(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(request)
    if (!kept) throw error
    return kept
  }
}
