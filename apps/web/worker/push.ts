import { notificationAddress } from '@barkyard/domain/notification'
import { TAPPED } from '../src/own-link.ts'

declare const self: ServiceWorkerGlobalScope

/** As the server sends it (apps/api/src/features/notifications/push). */
interface Payload {
  title: string
  /** The page that it leads to, as this dog; null: whoever acts. */
  path: string
  dogId: string | null
  /** A later one with the same tag takes the place of this one. */
  tag: string
}

/** What is shown where a payload cannot be read: browsers withdraw the permission of who shows nothing. */
const UNREADABLE: Payload = {
  title: 'Something new waits in the yard',
  path: '/notifications',
  dogId: null,
  tag: 'new',
}

function readPayload(data: PushMessageData | null): Payload {
  try {
    const payload: Partial<Payload> = data?.json() ?? {}
    return { ...UNREADABLE, ...payload }
  } catch {
    return UNREADABLE
  }
}

/** Of this site alone, whatever the payload says. */
function addressOf(payload: Payload): string {
  const url = new URL(notificationAddress(payload), self.location.origin)
  if (url.origin !== self.location.origin) return UNREADABLE.path
  return url.pathname + url.search + url.hash
}

async function show(payload: Payload): Promise<void> {
  // TypeScript's library lacks `renotify`.
  const options: NotificationOptions & { renotify: boolean } = {
    tag: payload.tag,
    renotify: true,
    data: addressOf(payload),
    icon: '/icon-192.png',
    badge: '/badge-96.png',
  }
  await self.registration.showNotification(payload.title, options)
  // Refused where the app is not installed.
  const shown = await self.registration.getNotifications()
  await self.navigator.setAppBadge?.(shown.length).catch(() => undefined)
}

/** In the window that is open, without loading it anew, so that nothing typed there is lost; else in a new one. */
async function open(address: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' })
  const ours = windows.filter(({ url }) => !new URL(url).pathname.startsWith('/api/'))
  const window = ours.find(({ focused }) => focused) ?? ours[0]
  if (!window) {
    // Tells the page that it was no link from elsewhere, which would have to ask.
    await (await caches.open(TAPPED)).put(address, new Response())
    await self.clients.openWindow(address)
    return
  }
  window.postMessage({ open: address })
  await window.focus()
}

/** The browser has ended the subscription: it gets a new one, and the server is told. */
async function renew(): Promise<void> {
  const { key } = (await (await fetch('/api/push/key')).json()) as { key: string }
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  const { endpoint, keys } = subscription.toJSON()
  await fetch('/api/push/endpoints', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  })
}

export function listenForPushes(): void {
  self.addEventListener('push', event => event.waitUntil(show(readPayload(event.data))))

  self.addEventListener('notificationclick', event => {
    event.notification.close()
    const address: unknown = event.notification.data
    event.waitUntil(open(typeof address === 'string' ? address : UNREADABLE.path))
  })

  self.addEventListener('pushsubscriptionchange', event => {
    if (event instanceof ExtendableEvent) event.waitUntil(renew())
  })
}
