import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import webPush from 'web-push'
import type { Vapid } from './vapid.ts'

const ANSWER_WITHIN_MS = 10_000
/** Answers have no content. Of those that do, at most this much is read. */
const ANSWER_MAX_BYTES = 16 * 1024
/** Idle connections end sooner than services end them, so that no push is sent on a closing one. */
const IDLE_MS = 4_000

// Node's client uses a third of the CPU of fetch, which was more than half of a push's.
const agents = {
  'http:': new http.Agent({ keepAlive: true, timeout: IDLE_MS }),
  'https:': new https.Agent({ keepAlive: true, timeout: IDLE_MS }),
}

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
 * @throws PushRefused, or a connection error that does not contain the endpoint.
 */
export async function sendPush(vapid: Vapid, push: Push, signal: AbortSignal): Promise<void> {
  const url = new URL(push.endpoint)
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint: push.endpoint, keys: push.keys },
    JSON.stringify(push.payload),
    {
      ...{ TTL: push.ttl, topic: push.topic, urgency: push.isUrgent ? 'high' : 'normal' },
      headers: { authorization: await vapid.authorization(url.origin) },
    },
  )
  const [client, agent] = url.protocol === 'https:' ? [https, agents['https:']] : [http, agents['http:']]
  const answerSignal = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])
  const request = client.request(url, { method, headers, agent, signal: answerSignal })
  // An error after the head of the answer changes nothing.
  request.on('error', () => {})
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  discard(response)
  const status = response.statusCode ?? 0
  if (status < 200 || status > 299) throw new PushRefused(status, retryAfterOf(response.headers['retry-after'] ?? null))
}

/** Reads an answer to its end, so that its connection is used again, unless it is long. */
function discard(response: IncomingMessage): void {
  let bytes = 0
  response.on('error', () => {})
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > ANSWER_MAX_BYTES) response.destroy()
  })
}

const RETRY_AFTER_MAX_MS = 60 * 60 * 1000
function retryAfterOf(header: string | null): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS) : null
}
