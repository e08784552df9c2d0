import { once } from 'node:events'
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { growingPause } from './runner.ts'

/** A receiver outside did not accept what was sent to it. */
export class DeliveryRefused extends Error {
  override readonly name = 'DeliveryRefused'
  readonly status: number
  /** The pause in ms that the receiver asks for. */
  readonly retryAfterMs: number | null

  constructor({ status, retryAfterMs }: { status: number; retryAfterMs: number | null }) {
    super(`the receiver responded ${status}`)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** Whether a receiver is unavailable, overloaded or too slow, as opposed to refusing a single request. */
export const isTrouble = (error: unknown): boolean =>
  !(error instanceof DeliveryRefused) || error.status >= 500 || error.status === 429 || error.status === 408

/** Growing pauses, and at least as long as the receiver asks for. */
export function pauseAfter(attempt: number, ageMs: number, error: unknown): number | null {
  const pause = growingPause(attempt, ageMs)
  const asked = error instanceof DeliveryRefused ? (error.retryAfterMs ?? 0) : 0
  return pause === null ? null : Math.max(pause, asked)
}

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
 * @returns the status. @throws DeliveryRefused for one that is no success; a connection error that does not contain the
 * address; what the signal aborted with.
 */
export async function send(
  url: URL,
  { method, headers, body, signal, keepAlive = false, lookup }: Sent,
): Promise<number> {
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
  // Without a listener for them, a request whose answer switches protocols would never end.
  const answers = [once(request, 'response'), once(request, 'upgrade')]
  const [response, switched] = (await Promise.race(answers)) as [IncomingMessage, Socket?]
  switched?.destroy()
  discard(response)
  const status = response.statusCode ?? 0
  if (status < 200 || status > 299)
    throw new DeliveryRefused({ status, retryAfterMs: retryAfterOf(response.headers['retry-after'] ?? null) })
  return status
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

/** Concurrent requests of each process, so that slow receivers of one owner, or a slow host, do not block the others. */
const OF_OWNER_AT_ONCE = 4
const OF_HOST_AT_ONCE = 8
/** A host is paused for an owner after this many failures in a row, and for all owners after failures of this many owners. */
const FAILURES_MAX = 3
const PAUSE_MS = 30_000
/** Requests that find no room are tried again after this pause, and after a longer one the more there are. */
const BUSY_PAUSE_MS = 1_000
const PAUSE_OF_EACH_MS = 20
const KEYS_MAX = 3_000

/** What goes on for an owner, with a host, or for an owner with a host. */
interface Load {
  running: number
  turnedAway: number
  /** The failures in a row, by their number. Of a host: the owners whose requests failed. */
  failures: Set<string | number>
  /** In ms, by the process's clock. */
  pausedUntil: number
}

/** Keeps a slow or unreachable receiver from blocking others: by owner, and then by host. */
export class SlowHosts {
  readonly #loads = new Map<string, Load>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** When to try again; null: call `run` now. */
  busyUntil(ownerId: string, endpoint: string): Date | null {
    const { owner, host, both } = this.#loadsOf(ownerId, endpoint)
    const now = this.#now().getTime()
    const pausedUntil = Math.max(host.pausedUntil, both.pausedUntil)
    // A longer pause means that the clock was set back.
    if (pausedUntil > now && pausedUntil - now <= PAUSE_MS) return new Date(pausedUntil)
    if (owner.running < OF_OWNER_AT_ONCE && host.running < OF_HOST_AT_ONCE) return null
    return new Date(now + Math.min(PAUSE_MS, BUSY_PAUSE_MS + PAUSE_OF_EACH_MS * owner.turnedAway++))
  }

  async run<T>(ownerId: string, endpoint: string, send: () => Promise<T>): Promise<T> {
    const { owner, host, both } = this.#loadsOf(ownerId, endpoint)
    for (const load of [owner, host, both]) load.running++
    owner.turnedAway = 0
    try {
      const answer = await send()
      this.#isWell(host, both)
      return answer
    } catch (error) {
      if (isTrouble(error)) {
        const pausedUntil = this.#now().getTime() + PAUSE_MS
        if (both.failures.size < FAILURES_MAX) both.failures.add(both.failures.size)
        if (both.failures.size === FAILURES_MAX) both.pausedUntil = pausedUntil
        if (host.failures.add(ownerId).size >= FAILURES_MAX) {
          host.pausedUntil = pausedUntil
          host.failures.clear()
        }
      } else this.#isWell(host, both)
      throw error
    } finally {
      for (const load of [owner, host, both]) load.running--
    }
  }

  #isWell(...loads: Load[]): void {
    for (const load of loads) {
      load.failures.clear()
      load.pausedUntil = 0
    }
  }

  #loadsOf(ownerId: string, endpoint: string) {
    const { host } = new URL(endpoint)
    return { owner: this.#load(ownerId), host: this.#load(host), both: this.#load(`${ownerId} ${host}`) }
  }

  #load(key: string): Load {
    const known = this.#loads.get(key)
    if (known) return known
    const load = { running: 0, turnedAway: 0, failures: new Set<string | number>(), pausedUntil: 0 }
    this.#loads.set(key, load)
    // The oldest that nothing runs for is forgotten.
    if (this.#loads.size > KEYS_MAX)
      for (const [oldest, { running }] of this.#loads) {
        if (running > 0) continue
        this.#loads.delete(oldest)
        break
      }
    return load
  }
}
