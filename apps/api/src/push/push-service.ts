import webPush from 'web-push'
import type { Vapid } from './vapid.ts'

const ANSWER_WITHIN_MS = 10_000

export interface Push {
  endpoint: string
  keys: { p256dh: string; auth: string }
  /** JSON that the service worker reads. */
  payload: object
  /** Seconds for which a push service keeps it for a browser that is away. */
  ttl: number
  /** A later one with the same topic replaces this one; 32 base64url characters at most. */
  topic: string
  isUrgent: boolean
}

/** A push service did not take a push. */
export class PushRefused extends Error {
  readonly status: number
  /** Milliseconds that the service asks to wait. */
  readonly retryAfterMs: number | null

  constructor(status: number, retryAfterMs: number | null) {
    super(`the push service answered ${status}`)
    this.name = 'PushRefused'
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** The browser has unsubscribed, or never was. */
  get isGone(): boolean {
    return this.status === 404 || this.status === 410
  }
}

/**
 * Encrypts a push and hands it to its service. No redirect is followed: it could lead anywhere.
 * @throws PushRefused, or an error of the connection, which says nothing of the address.
 */
export async function sendPush(vapid: Vapid, push: Push, signal: AbortSignal): Promise<void> {
  const { publicKey, privateKey } = await vapid.keys()
  const { endpoint, method, headers, body } = webPush.generateRequestDetails(
    { endpoint: push.endpoint, keys: push.keys },
    JSON.stringify(push.payload),
    {
      vapidDetails: { subject: vapid.subject, publicKey, privateKey },
      ...{ TTL: push.ttl, topic: push.topic, urgency: push.isUrgent ? 'high' : 'normal' },
    },
  )
  const { 'Content-Length': _, ...sent } = headers as Record<string, string | number>
  const response = await fetch(endpoint, {
    method,
    headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)])),
    body: body as Buffer<ArrayBuffer>,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  })
  // Its words are nobody's business; reading on would let a service send without end.
  await response.body?.cancel()
  if (!response.ok) throw new PushRefused(response.status, retryAfterOf(response.headers.get('retry-after')))
}

const RETRY_AFTER_MAX_MS = 60 * 60 * 1000
function retryAfterOf(header: string | null): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS) : null
}
