import { listenForPushes } from './push.ts'
import { forgetShell, keepShell, shellFile, shellPage } from './shell.ts'

declare const self: ServiceWorkerGlobalScope

/** Answers of a proxy whose server is unavailable. */
const SERVER_AWAY = new Set([502, 503, 504])
/** Addresses that are no pages of the app. */
const OF_SERVER = /^\/(api|photos|calendar|theme)(\/|$)/

// Safe while older pages are open: pages come from the network, and files whose names are hashed never change.
self.addEventListener('install', event => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', event => {
  event.waitUntil(Promise.all([preloadPages(), self.clients.claim(), refreshShell()]))
})

/**
 * A page need not wait for this worker to start before it is asked for. Not in Firefox: there a failed preload fails the
 * page itself, so the shell would never show. An older worker may have turned it on.
 */
async function preloadPages(): Promise<void> {
  const preload = self.registration.navigationPreload
  await (self.navigator.userAgent.includes('Firefox/') ? preload?.disable() : preload?.enable())
}

/** A new version keeps its own shell where one was kept before. */
async function refreshShell(): Promise<void> {
  if ((await caches.keys()).length > 0) await keepShell()
}

// Somebody is signed in, and the page has loaded.
self.addEventListener('message', event => {
  if (event.data === 'keep-shell') event.waitUntil(keepShell())
})

listenForPushes()

self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(navigate(event, pathname))
  else {
    const answer = shellFile(request, pathname)
    if (answer) event.respondWith(answer)
  }
})

/** The network first, and the shell only where the network fails. Calls, photos and sign-in are never answered from here. */
async function navigate(event: FetchEvent, pathname: string): Promise<Response> {
  const fromNetwork = async () => {
    const preloaded = (await event.preloadResponse) as Response | undefined
    return preloaded ?? fetch(event.request)
  }
  if (OF_SERVER.test(pathname)) {
    const response = await fromNetwork()
    if (pathname === '/api/logout') await forgetShell()
    return response
  }
  try {
    const response = await fromNetwork()
    return SERVER_AWAY.has(response.status) ? ((await shellPage()) ?? response) : response
  } catch (error) {
    const kept = await shellPage()
    if (!kept) throw error
    return kept
  }
}
