import webPush from 'web-push'
import type { Vapid } from './vapid.ts'

const ANSWER_WITHIN_MS = 10_000

export interface Push {
  endpoint: string
  keys: { p256dh: string; auth: string }
  /** JSON for the service worker. */
  payload: object
  /** How long the push service keeps it for an offline browser, in seconds. */
  ttl: number
  /** A later one with the same topic replaces this one; 32 base64url characters at most. */
  topic: string
  isUrgent: boolean
}

/** A push service refused a push. */
export class PushRefused extends Error {
  readonly status: number
  /** The pause in ms that the service asks for. */
  readonly retryAfterMs: number | null

  constructor(status: number, retryAfterMs: number | null) {
    super(`the push service answered ${status}`)
    this.name = 'PushRefused'
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** Whether the browser is no longer subscribed. */
  get isGone(): boolean {
    return this.status === 404 || this.status === 410
  }
}

/**
 * Encrypts a push and sends it to its service. Redirects are not followed, because they could lead anywhere.
 * @throws PushRefused, or a connection error that does not contain the address.
 */
export async function sendPush(vapid: Vapid, push: Push, signal: AbortSignal): Promise<void> {
  const authorization = await vapid.authorization(new URL(push.endpoint).origin)
  const { endpoint, method, headers, body } = webPush.generateRequestDetails(
    { endpoint: push.endpoint, keys: push.keys },
    JSON.stringify(push.payload),
    {
      ...{ TTL: push.ttl, topic: push.topic, urgency: push.isUrgent ? 'high' : 'normal' },
      headers: { authorization },
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
  // The body is not needed, and reading it would let a service send without end.
  await response.body?.cancel()
  if (!response.ok) throw new PushRefused(response.status, retryAfterOf(response.headers.get('retry-after')))
}

const RETRY_AFTER_MAX_MS = 60 * 60 * 1000
function retryAfterOf(header: string | null): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS) : null
}
