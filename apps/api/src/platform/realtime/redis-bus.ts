import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import { type Bus, type BusHandlers, type BusMessage, handleBusMessage } from './bus.ts'
import { type Audience, type LiveMessage, topicsOf } from './hub.ts'
import { connectRedis, type RedisConnections, RedisLink } from './redis-link.ts'

const ALL = 'barkyard:all'
/** Messages to more channels go over `ALL`, once: the text names all recipients, and would be sent to each of them. */
const CHANNELS_MAX = 20
const SENDERS_MAX = 1_000
const REFRESH_AFTER_MS = 1_000

/** The unit that is published over Redis. During an update, processes of the previous version read and write it too. */
interface Envelope {
  /** The sending process and its connection. */
  from: string
  /** Counts the envelopes of `from`, so that one that arrives over two channels is handled once. */
  n: number
  what:
    | Exclude<BusMessage, { type: 'event' }>
    | { type: 'news'; audience: Audience; news: LiveMessage }
    /** Messages of the sender did not get through. The previous version reads those of the last `ageMs`. */
    | { type: 'missed'; ageMs: number }
}

interface Options {
  log: FastifyBaseLogger
  handlers: BusHandlers
}

/** Connects to Redis. @returns the bus, and the connection for other commands. */
export function connectRedisBus(url: string, options: Options): { bus: Bus; sender: Redis } {
  const connections = connectRedis(url)
  return { bus: new RedisBus(connections, options), sender: connections.sender }
}

/**
 * The bus of several processes, over Redis or Valkey. It delivers in its own process at once, Redis or not, and in the
 * others over a channel for each user and dog, to which a process subscribes while it has a listener for them. Each
 * message reaches a listener once. After an outage of Redis listeners are told that they may have missed some.
 */
class RedisBus implements Bus {
  readonly #handlers: BusHandlers
  readonly #process = randomBytes(9).toString('base64url')
  readonly #link: RedisLink
  /** Changes of channels that Redis has not confirmed yet. */
  readonly #following = new Set<Promise<void>>()
  readonly #received = new Map<string, number>()
  #refreshTimer: NodeJS.Timeout | null = null
  #sent = 0
  #wasConnected = false
  /** Since when envelopes could not be sent. */
  #unsentSince: number | null = null

  constructor(connections: RedisConnections, { log, handlers }: Options) {
    this.#handlers = handlers
    this.#link = new RedisLink(connections, {
      log,
      channels: () => [ALL, ...handlers.hub.topics()],
      onText: text => this.#receive(text),
      onConnected: () => this.#reconnected(),
    })
    handlers.hub.onInterest = topic => this.#follow(topic)
  }

  #follow(topic: string): void {
    const following = this.#link.follow(topic, this.#handlers.hub.hasListeners(topic))
    this.#following.add(following)
    void following.then(() => this.#following.delete(following))
  }

  isConnected(): boolean {
    return this.#link.isConnected()
  }

  async settled(): Promise<void> {
    await Promise.all(this.#following)
  }

  publish(message: BusMessage): void {
    handleBusMessage(message, this.#handlers)
    if (message.type === 'event') {
      const { type: _, audience, ...news } = message
      this.#send(channelsOf(audience), { type: 'news', audience, news })
    } else if (message.type === 'typing') this.#send(topicsOf({ userIds: [message.userId], dogIds: [] }), message)
    else this.#send([ALL], message)
  }

  async close(): Promise<void> {
    this.#handlers.hub.onInterest = () => {}
    if (this.#refreshTimer) clearTimeout(this.#refreshTimer)
    await this.#link.close()
  }

  #send(channels: string[], what: Envelope['what']): void {
    const began = performance.now()
    const envelope: Envelope = { from: `${this.#process}/${this.#link.senderConnection}`, n: ++this.#sent, what }
    const text = JSON.stringify(envelope)
    for (const channel of channels) {
      this.#link.publish(channel, text).catch(() => {
        this.#unsentSince = Math.min(this.#unsentSince ?? began, began)
      })
    }
  }

  #receive(text: string): void {
    const envelope = readEnvelope(text)
    if (!envelope) return
    const { from, n, what } = envelope
    if (from.startsWith(`${this.#process}/`) || n <= (this.#received.get(from) ?? 0)) return
    this.#received.delete(from)
    this.#received.set(from, n)
    if (this.#received.size > SENDERS_MAX) this.#received.delete(this.#received.keys().next().value ?? '')
    if (what.type === 'missed') this.#missed()
    else if (what.type !== 'news') handleBusMessage(what, this.#handlers)
    else handleBusMessage({ type: 'event', audience: what.audience, ...what.news }, this.#handlers)
  }

  /** Other processes' messages did not arrive here meanwhile, and this one's did not arrive there. */
  #reconnected(): void {
    if (this.#unsentSince !== null) {
      const ageMs = performance.now() - this.#unsentSince
      this.#unsentSince = null
      this.#send([ALL], { type: 'missed', ageMs })
    }
    // Few came before the first connection, and who comes after it has missed nothing.
    this.#missed(this.#wasConnected ? REFRESH_AFTER_MS : 0)
    this.#wasConnected = true
  }

  #missed(refreshAfterMs = REFRESH_AFTER_MS): void {
    const { hub, checkSessions } = this.#handlers
    checkSessions()
    // Once, though several processes may ask for it, and when nothing more can be missed.
    this.#refreshTimer ??= setTimeout(() => {
      this.#refreshTimer = null
      void this.settled().then(() => hub.refreshAll())
    }, refreshAfterMs)
  }
}

function channelsOf(audience: Audience): string[] {
  const topics = topicsOf(audience)
  return topics.length > CHANNELS_MAX ? [ALL] : topics
}

/** @returns null for what is no JSON: others may publish here too. */
function readEnvelope(text: string): Envelope | null {
  try {
    return JSON.parse(text) as Envelope
  } catch {
    return null
  }
}
