import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'

const RETRY_MAX_MS = 1_000
/** A command without an answer fails after this time, and its caller continues without Redis. */
const ANSWER_WITHIN_MS = 1_000
/** A connection that is silent for longer counts as dead. */
const SILENCE_MS = 3_000

/** Commands fail at once while Redis is unavailable, and are not sent again when it comes back. */
function connect(url: string, commandTimeout?: number): Redis {
  return new Redis(url, {
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // It needs INFO, which the user may not be allowed, and the library then prints a warning. Connections are checked by
    // a pulse.
    enableReadyCheck: false,
    connectTimeout: 2_000,
    ...(commandTimeout !== undefined && { commandTimeout }),
    socketTimeout: SILENCE_MS,
    keepAlive: 10_000,
    retryStrategy: times => Math.min(times * 100, RETRY_MAX_MS),
    connectionName: 'barkyard',
  })
}

/** The connection that sends commands and the one that receives what is published. Both reconnect by themselves. */
export const connectRedis = (url: string) => ({ sender: connect(url, ANSWER_WITHIN_MS), receiver: connect(url) })

/** Each process sends itself a pulse this often. If none comes back for `SILENCE_MS`, it replaces its connections. */
const PULSE_MS = 1_000
const CHANNELS_AT_ONCE = 1_000

export type RedisConnections = ReturnType<typeof connectRedis>

interface Options {
  log: FastifyBaseLogger
  /** The channels to subscribe to, asked at each connection. */
  channels: () => string[]
  onText: (text: string) => void
  onConnected: () => void
}

/** Checks that messages really pass through Redis, and replaces connections that are dead. */
export class RedisLink {
  /** Counts the connections of the sender. Only messages over the same connection arrive in order. */
  senderConnection = 0
  readonly #connections: RedisConnections
  readonly #options: Options
  readonly #pulse = `barkyard:pulse:${randomBytes(9).toString('base64url')}`
  readonly #pulseTimer: NodeJS.Timeout
  /** When the last pulse came back, by `performance.now()`. */
  #lastGood = performance.now()
  /** All channels are subscribed on the present connection. */
  #isSubscribed = false
  #isConnected = false
  /** It was connected once, or it was logged that it is not. */
  #isFirstKnown = false

  constructor(connections: RedisConnections, options: Options) {
    this.#connections = connections
    this.#options = options
    const { sender, receiver } = connections
    for (const redis of [sender, receiver]) {
      redis.on('close', () => {
        if (this.#isFirstKnown) this.#disconnected()
        else this.#failed(new Error('it closed the connection'))
      })
      // Errors are handled by the close event that follows.
      redis.on('error', error => this.#failed(error))
    }
    sender.on('ready', () => {
      this.senderConnection++
      this.#sendPulse()
    })
    receiver.on('ready', () => void this.#subscribeAll())
    receiver.on('message', (channel, text) => {
      if (channel === this.#pulse) this.#receivePulse()
      else options.onText(text)
    })
    this.#pulseTimer = setInterval(() => {
      this.#replaceSilentConnections()
      this.#sendPulse()
    }, PULSE_MS)
  }

  isConnected(): boolean {
    return this.#isConnected
  }

  /** @throws if it did not reach Redis: nobody may have received the text. */
  async publish(channel: string, text: string): Promise<void> {
    await this.#connections.sender.publish(channel, text)
  }

  /** Subscribes to a channel, or leaves it. Never rejects: while that is impossible, the next connection begins with all. */
  async follow(channel: string, isWanted: boolean): Promise<void> {
    const { receiver } = this.#connections
    if (receiver.status !== 'ready') return
    await (isWanted ? receiver.subscribe(channel) : receiver.unsubscribe(channel)).catch(error =>
      this.#reconnect(error),
    )
  }

  /** Sends what was published before it disconnects. */
  async close(): Promise<void> {
    clearInterval(this.#pulseTimer)
    this.#isFirstKnown = true
    const { sender, receiver } = this.#connections
    await sender.quit().catch(() => undefined)
    sender.disconnect()
    receiver.disconnect()
  }

  async #subscribeAll(): Promise<void> {
    const channels = [this.#pulse, ...this.#options.channels()]
    const pieces = Array.from({ length: Math.ceil(channels.length / CHANNELS_AT_ONCE) }, (_, index) =>
      channels.slice(index * CHANNELS_AT_ONCE, (index + 1) * CHANNELS_AT_ONCE),
    )
    try {
      await Promise.all(pieces.map(some => this.#connections.receiver.subscribe(...some)))
      this.#isSubscribed = true
      this.#sendPulse()
    } catch (error) {
      this.#reconnect(error)
    }
  }

  /** With only some of the channels, messages would be lost silently. */
  #reconnect(error: unknown): void {
    const { receiver } = this.#connections
    this.#failed(error)
    if (receiver.status === 'ready') receiver.disconnect(true)
  }

  #replaceSilentConnections(): void {
    const { sender, receiver } = this.#connections
    const isOpen = sender.status === 'ready' || receiver.status === 'ready'
    if (!isOpen || !this.#isConnected || performance.now() - this.#lastGood <= SILENCE_MS) return
    this.#disconnected()
    sender.disconnect(true)
    receiver.disconnect(true)
  }

  #sendPulse(): void {
    const { sender } = this.#connections
    if (sender.status === 'ready') sender.publish(this.#pulse, '').catch(() => undefined)
  }

  #receivePulse(): void {
    if (!this.#isSubscribed || this.#connections.sender.status !== 'ready') return
    this.#lastGood = performance.now()
    if (this.#isConnected) return
    this.#isConnected = true
    this.#isFirstKnown = true
    this.#options.log.info('The bus is connected')
    this.#options.onConnected()
  }

  #failed(error: unknown): void {
    const { log } = this.#options
    const reason = error instanceof Error ? error.message || error.name : String(error)
    if (this.#isFirstKnown) {
      log.debug({ reason }, 'Redis')
      return
    }
    this.#isFirstKnown = true
    log.warn({ reason }, 'The bus cannot be reached: events do not reach other processes until it can')
  }

  #disconnected(): void {
    this.#isSubscribed = this.#isSubscribed && this.#connections.receiver.status === 'ready'
    if (!this.#isConnected) return
    this.#isConnected = false
    this.#options.log.warn('The bus is unavailable: events do not reach other processes until it is back')
  }
}
