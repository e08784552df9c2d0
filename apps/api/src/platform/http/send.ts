import { once } from 'node:events'
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'

const ANSWERS_WITHIN_MS = 10_000
/** Responses have no content. Of those that do, at most this much is read. */
const ANSWER_MAX_BYTES = 16 * 1024
/** Idle connections end sooner than services end them, so that nothing is sent on a closing one. */
const IDLE_MS = 4_000
const RETRY_AFTER_MAX_MS = 60 * 60 * 1000

// Node's client uses a third of the CPU of fetch, which was more than half of a push's.
const agents = {
  'http:': new http.Agent({ keepAlive: true, timeout: IDLE_MS }),
  'https:': new https.Agent({ keepAlive: true, timeout: IDLE_MS }),
}

interface Sent {
  method: string
  headers: OutgoingHttpHeaders
  body: string | Buffer | null
  /** Aborts the request. After 10 s it is aborted anyway. */
  signal: AbortSignal
  /** Uses connections again. Otherwise each request resolves the name and connects. */
  keepAlive?: boolean
  /** Resolves names. Default: the system's. Not asked for an address. */
  lookup?: LookupFunction
}

/**
 * Sends a request to a service of somebody else's. Redirects are not followed, because they could lead anywhere.
 * @throws a connection error that does not contain the address, or what the signal aborted with.
 */
export async function send(
  url: URL,
  { method, headers, body, signal, keepAlive = false, lookup }: Sent,
): Promise<{ status: number; retryAfterMs: number | null }> {
  const [client, agent] = url.protocol === 'https:' ? [https, agents['https:']] : [http, agents['http:']]
  const request = client.request(url, {
    method,
    headers,
    agent: keepAlive && agent,
    ...(lookup && { lookup }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWERS_WITHIN_MS)]),
  })
  // An error after the head of the response changes nothing.
  request.on('error', () => {})
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  discard(response)
  return { status: response.statusCode ?? 0, retryAfterMs: retryAfterOf(response.headers['retry-after'] ?? null) }
}

/** Reads a response to its end, so that its connection is used again, unless it is long. */
function discard(response: IncomingMessage): void {
  let bytes = 0
  response.on('error', () => {})
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > ANSWER_MAX_BYTES) response.destroy()
  })
}

function retryAfterOf(header: string | null): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS) : null
}
