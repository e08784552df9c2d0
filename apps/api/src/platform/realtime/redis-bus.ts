import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import { type Bus, type BusHandlers, type BusMessage, handleBusMessage } from './bus.ts'
import { CatchUp } from './catch-up.ts'
import { ALL, routeTo } from './channels.ts'
import type { Clock } from './clock.ts'
import { type Envelope, readEnvelope, writeEnvelope } from './envelope.ts'
import { MessageOrder } from './message-order.ts'
import type { MessageQueries } from './message-queries.ts'
import { MissedMessages } from './read-missed.ts'
import { connectRedis } from './redis-connections.ts'
import { type RedisConnections, RedisLink } from './redis-link.ts'
import { Subscriptions } from './subscriptions.ts'

/** The longest expected time from storing a message to publishing it. */
const OUTAGE_MARGIN_MS = 2_000
const SENDERS_MAX = 1_000
const REFRESH_AFTER_MS = 1_000

interface Options {
  clock: Clock
  log: FastifyBaseLogger
  queries: MessageQueries
  handlers: BusHandlers
}

/** Connects to Redis. @returns the bus, and the connection for other commands. */
export function connectRedisBus(url: string, options: Options): { bus: Bus; sender: Redis } {
  const connections = connectRedis(url)
  return { bus: new RedisBus(connections, options), sender: connections.sender }
}

/**
 * The bus of several processes, over Redis or Valkey. It delivers in its own process at once, Redis or not, and in the
 * others over a channel for each user and dog, to which a process subscribes while it has a listener for them. Messages
 * that were stored while Redis was unavailable are read from the database when it is back.
 */
export class RedisBus implements Bus {
  readonly #clock: Clock
  readonly #handlers: BusHandlers
  readonly #process = randomBytes(9).toString('base64url')
  readonly #link: RedisLink
  readonly #missed: MissedMessages
  readonly #order: MessageOrder
  readonly #catchUp: CatchUp
  readonly #subscriptions: Subscriptions
  /** The last envelope from each sender. */
  readonly #received = new Map<string, number>()
  #cancelRefresh: (() => void) | null = null
  #sent = 0
  /** Since when envelopes could not be sent. */
  #unsentSince: number | null = null

  constructor(connections: RedisConnections, { clock, log, queries, handlers }: Options) {
    this.#clock = clock
    this.#handlers = handlers
    const { hub } = handlers
    this.#missed = new MissedMessages(queries, clock)
    this.#order = new MessageOrder({
      clock,
      hub,
      log,
      readGaps: gaps => this.#missed.inGaps(gaps),
      isConnected: () => this.#link.isConnected(),
    })
    this.#catchUp = new CatchUp({ clock, hub, order: this.#order, log, missed: this.#missed })
    this.#link = new RedisLink(connections, {
      clock,
      log,
      channels: () => this.#subscriptions.begin(),
      onText: text => this.#receive(text),
      onConnected: lastGood => this.#reconnected(lastGood),
    })
    this.#subscriptions = new Subscriptions({
      clock,
      hub,
      link: this.#link,
      onSubscribed: (added, since) => this.#catchUp.request(added, since),
    })
  }

  isConnected(): boolean {
    return this.#link.isConnected()
  }

  settled(): Promise<void> {
    return this.#subscriptions.settled()
  }

  publish(message: BusMessage): void {
    this.#handle(message)
    this.#send(message.type === 'event' ? routeTo(message.audience) : [ALL], message)
  }

  async close(): Promise<void> {
    this.#order.close()
    this.#catchUp.close()
    this.#missed.close()
    this.#subscriptions.close()
    this.#cancelRefresh?.()
    await this.#link.close()
  }

  #handle(message: BusMessage): void {
    if (message.type === 'event' && message.event.type === 'message')
      this.#order.deliver(message.event.message, message.audience, message)
    else handleBusMessage(message, this.#handlers)
  }

  #send(channels: string[], what: Envelope['what']): void {
    const began = this.#clock.now()
    const envelope: Envelope = { from: `${this.#process}/${this.#link.senderConnection}`, n: ++this.#sent, what }
    const text = writeEnvelope(envelope)
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
    if (what.type === 'missed') this.#readMissed(this.#clock.now() - what.ageMs)
    else this.#handle(what)
  }

  /** Other processes' messages did not arrive here meanwhile, and this one's did not arrive there. */
  #reconnected(lastGood: number): void {
    if (this.#unsentSince !== null) {
      const ageMs = this.#clock.now() - this.#unsentSince
      this.#unsentSince = null
      this.#send([ALL], { type: 'missed', ageMs })
    }
    this.#readMissed(lastGood)
    this.#subscriptions.update()
  }

  #readMissed(since: number): void {
    const { hub, checkSessions } = this.#handlers
    this.#catchUp.request(hub.interests(), since - OUTAGE_MARGIN_MS)
    checkSessions()
    // Pages read everything else again: once, though several processes may ask for it.
    this.#cancelRefresh ??= this.#clock.after(REFRESH_AFTER_MS, () => {
      this.#cancelRefresh = null
      hub.refreshAll()
    })
  }
}
