import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { LiveEvent } from '@barkyard/domain/schemas/live'
import { EVENT_PING_EVERY_MS, EVENT_STREAMS_PER_USER } from '@barkyard/domain/socket'
import type { FastifyInstance } from 'fastify'
import { demandCaller } from '../access/demands.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { liveEvents } from './live-events.ts'

/** The time in ms after which clients should reconnect. */
const RETRY_MS = 3_000
const RETRY_SECONDS = 30

/**
 * `GET /events`: the events of the web app's subscription as an event stream. Events are not stored: a client that
 * reconnects with `Last-Event-ID` gets one `refresh`, because it may have missed something.
 */
export function registerEventStream(scope: FastifyInstance, services: Services): void {
  const streams = new Map<string, number>()
  const closing = new AbortController()
  scope.addHook('preClose', async () => closing.abort())

  // No HEAD: it would open a stream that nobody reads.
  scope.get('/events', { exposeHeadRoute: false }, async (request, reply) => {
    const caller = demandCaller(request.caller)
    const { userId } = caller
    const open = streams.get(userId) ?? 0
    if (open >= EVENT_STREAMS_PER_USER)
      throw new AppError('too-many-connections', {
        message: `At most ${EVENT_STREAMS_PER_USER} event streams at once`,
        retryAfter: RETRY_SECONDS,
      })
    streams.set(userId, open + 1)
    const stream = new PassThrough()
    const gone = new AbortController()
    const ping = setInterval(() => stream.write(': ping\n\n'), EVENT_PING_EVERY_MS)
    stream.once('close', () => {
      clearInterval(ping)
      gone.abort()
      const left = (streams.get(userId) ?? 1) - 1
      if (left > 0) streams.set(userId, left)
      else streams.delete(userId)
    })
    const signal = AbortSignal.any([gone.signal, closing.signal])
    const isBack = request.headers['last-event-id'] !== undefined
    void write(stream, liveEvents(services, caller, signal), { isBack, signal })
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

/** Writes events as they happen, no faster than the client reads them, and ends the stream after the last one. */
async function write(
  stream: PassThrough,
  events: AsyncGenerator<LiveEvent>,
  { isBack, signal }: { isBack: boolean; signal: AbortSignal },
): Promise<void> {
  const start = randomBytes(6).toString('base64url')
  let count = 0
  const send = async (event: LiveEvent) => {
    const text = `id: ${start}-${++count}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
    if (!stream.write(text)) await once(stream, 'drain', { signal })
  }
  try {
    stream.write(`retry: ${RETRY_MS}\n\n`)
    for await (const event of events) {
      await send(event)
      if (event.type === 'started' && isBack) await send({ type: 'refresh' })
    }
  } catch {
    // The session has ended or the client is gone, so nobody would read an error.
  } finally {
    stream.end()
  }
}
