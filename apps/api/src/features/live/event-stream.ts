import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { LiveEvent } from '@barkyard/domain/schemas/live'
import { EVENT_PING_EVERY_MS, EVENT_STREAMS_PER_USER } from '@barkyard/domain/socket'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { requireCaller } from '../../platform/access/requirements.ts'
import { AppError } from '../../platform/errors.ts'
import { ANY, COUNTED, errors, type RoutePaths } from '../../platform/rest/responses.ts'
import type { Services } from '../../services.ts'
import { liveEvents } from './live-events.ts'

const RETRY_MS = 3_000
const RETRY_SECONDS = 30

const tooManyStreams = () =>
  new AppError('too-many-connections', {
    message: `At most ${EVENT_STREAMS_PER_USER} event streams at once`,
    retryAfter: RETRY_SECONDS,
  })

/**
 * `GET /events`: the events of the web app's subscription as an event stream. Events are not stored. A client that reconnects
 * with `Last-Event-ID` gets one `refresh`, unless this process followed its stream and knows that nothing was missed.
 */
export function registerEventStream(scope: FastifyInstance, services: Services): void {
  const streams = new Map<string, number>()
  const memory = new StreamMemory()
  const closing = new AbortController()
  scope.addHook('preClose', async () => closing.abort())

  // No HEAD: it would open a stream that nobody reads.
  scope.get('/events', { exposeHeadRoute: false }, async (request, reply) => {
    const caller = requireCaller(request.caller)
    const { userId } = caller
    const open = streams.get(userId) ?? 0
    if (open >= EVENT_STREAMS_PER_USER) throw tooManyStreams()
    streams.set(userId, open + 1)
    const stream = new PassThrough()
    const name = randomBytes(9).toString('hex')
    const gone = new AbortController()
    const ended = new AbortController()
    const followed = { sessionId: caller.id, lastId: '', isBehind: false, end: () => ended.abort() }
    memory.add(name, followed)
    const ping = setInterval(() => stream.write(': ping\n\n'), EVENT_PING_EVERY_MS)
    stream.once('close', () => {
      clearInterval(ping)
      gone.abort()
      memory.lost(name)
      const left = (streams.get(userId) ?? 1) - 1
      if (left > 0) streams.set(userId, left)
      else streams.delete(userId)
    })
    const events = liveEvents(services, caller, AbortSignal.any([ended.signal, closing.signal]))
    const lastEventId = request.headers['last-event-id']?.toString()
    const hasMissed = () => lastEventId !== undefined && !memory.isComplete(caller.id, lastEventId)
    const signal = AbortSignal.any([gone.signal, closing.signal])
    void write(stream, events, { name, followed, hasMissed, signal }).finally(() => memory.forget(name))
    return (
      reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store, no-transform')
        // Compression would delay events. This keeps proxies from compressing too.
        .header('content-encoding', 'identity')
        .header('x-accel-buffering', 'no')
        .send(stream)
    )
  })
}

interface Written {
  name: string
  followed: FollowedStream
  /** Whether the client missed earlier events. Called once all later ones are sent. */
  hasMissed: () => boolean
  signal: AbortSignal
}

/** Writes events as they come, no faster than the client reads, and ends with them. */
async function write(
  stream: PassThrough,
  events: AsyncGenerator<LiveEvent>,
  { name, followed, hasMissed, signal }: Written,
): Promise<void> {
  let count = 0
  const send = async (event: LiveEvent) => {
    followed.lastId = `${name}-${++count}`
    // A lost stream is followed to know what its client misses.
    if (stream.destroyed) return
    const text = `id: ${followed.lastId}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
    if (stream.write(text)) return
    followed.isBehind = true
    await once(stream, 'drain', { signal }).catch(() => {})
    followed.isBehind = false
  }
  try {
    stream.write(`retry: ${RETRY_MS}\n\n`)
    for await (const event of events) {
      await send(event)
      if (event.type === 'started' && hasMissed()) await send({ type: 'refresh' })
    }
  } catch {
    // The session has ended, so there is nobody to send the error to.
  } finally {
    stream.end()
  }
}

export const LIVE_PATHS: RoutePaths = {
  'GET /events': {
    operationId: 'streamEvents',
    tags: ['operation'],
    summary: 'Live events of your dogs',
    description: `An event stream (server-sent events). The name of an event is its type, its data the event as JSON. \`/asyncapi.json\` describes each type. Events are not stored: reconnect with \`Last-Event-ID\`, and you get one \`refresh\` if events were, or may have been, missed. Then read your data again. At most ${EVENT_STREAMS_PER_USER} streams per user. A comment is sent every ${EVENT_PING_EVERY_MS / 1000} s. The stream ends with the session.`,
    requestParams: {
      header: z.object({
        'Last-Event-ID': z
          .string()
          .describe('The id of the last event received before the connection was lost.')
          .meta({ example: '1f9c3b5f2e7d1a4b68-7' })
          .optional(),
      }),
    },
    responses: {
      200: {
        description: 'The stream. It ends with the session, or when the server stops: then reconnect.',
        headers: COUNTED,
        content: { 'text/event-stream': { schema: z.string() } },
      },
      ...errors(['not-signed-in', 'suspended', ...ANY, 'too-many-connections'], {
        thrown: { 'too-many-connections': tooManyStreams() },
      }),
    },
  },
}

const KEPT_MS = 60_000
/** The most lost streams that are followed, in total and per session. Beyond that the oldest is dropped. */
const KEPT_MAX = 1_000
const KEPT_OF_SESSION = 5

/** An event stream that is open, or recently lost and still followed. */
interface FollowedStream {
  readonly sessionId: string
  /** The id of its newest event, whether or not a client has received it. */
  lastId: string
  isBehind: boolean
  end(): void
}

/**
 * Remembers the latest events of event streams, so that a reconnecting client learns whether it missed any. Streams of
 * other processes and older streams are unknown here.
 */
class StreamMemory {
  readonly #streams = new Map<string, FollowedStream>()
  readonly #lost = new Map<string, NodeJS.Timeout>()

  add(name: string, stream: FollowedStream): void {
    this.#streams.set(name, stream)
  }

  /** Call this when a stream loses its client. The stream is followed for a while longer. */
  lost(name: string): void {
    const stream = this.#streams.get(name)
    if (!stream) return
    this.#lost.set(name, setTimeout(() => this.forget(name), KEPT_MS).unref())
    const all = [...this.#lost.keys()]
    const itsOwn = all.filter(other => this.#streams.get(other)?.sessionId === stream.sessionId)
    for (const old of [...all.slice(0, -KEPT_MAX), ...itsOwn.slice(0, -KEPT_OF_SESSION)]) this.forget(old)
  }

  /** Whether a session's client whose last event is this one has missed nothing. Can be called once per stream. */
  isComplete(sessionId: string, lastEventId: string): boolean {
    const name = lastEventId.split('-')[0] ?? ''
    const stream = this.#streams.get(name)
    if (stream?.sessionId !== sessionId) return false
    if (this.#lost.has(name)) this.forget(name)
    return stream.lastId === lastEventId && !stream.isBehind
  }

  forget(name: string): void {
    clearTimeout(this.#lost.get(name))
    this.#lost.delete(name)
    this.#streams.get(name)?.end()
    this.#streams.delete(name)
  }
}
