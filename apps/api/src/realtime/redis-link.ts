import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'

/** Every process hears itself over Redis once in this time … */
const PULSE_MS = 1_000
/** … or takes the connections for dead and makes new ones. */
const SILENCE_MS = 3_000
const RETRY_MAX_MS = 1_000
const CHANNELS_AT_ONCE = 1_000
/** A command without an answer: whoever waits for it goes on without Redis. */
const ANSWER_WITHIN_MS = 1_000

/** Commands fail at once while Redis is away, and are not sent again when it comes back. */
function connectRedis(url: string, commandTimeout?: number): Redis {
  return new Redis(url, {
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    ...(commandTimeout !== undefined && { commandTimeout }),
    socketTimeout: SILENCE_MS,
    keepAlive: 10_000,
    retryStrategy: times => Math.min(times * 100, RETRY_MAX_MS),
    connectionName: 'barkyard',
  })
}

interface Options {
  log: FastifyBaseLogger
  /** Channels that this process wants now, asked at each connection. */
  channels: () => string[]
  received: (text: string) => void
  /** Connected, with all channels. `lastGood`: until when nothing can have been missed (`performance.now()`). */
  connected: (lastGood: number) => void
}

/** The two connections to Redis: one that publishes, one that listens. Knows whether both really work. */
export class RedisLink {
  /** New at each connection: what is sent over one arrives in its order. */
  connection = 0
  readonly sender: Redis
  readonly #listener: Redis
  readonly #options: Options
  readonly #pulse = `barkyard:pulse:${randomBytes(9).toString('base64url')}`
  readonly #timer: NodeJS.Timeout
  #lastGood = performance.now()
  /** All channels are subscribed on the present connection. */
  #subscribed = false
  #connected = false

  constructor(url: string, options: Options) {
    this.#options = options
    this.sender = connectRedis(url, ANSWER_WITHIN_MS)
    this.#listener = connectRedis(url)
    for (const redis of [this.sender, this.#listener]) {
      redis.on('close', () => this.#lost())
      // What matters of an error is the close that follows.
      redis.on('error', error => options.log.debug({ message: error.message }, 'Redis'))
    }
    this.sender.on('ready', () => {
      this.connection++
      this.#beat()
    })
    this.#listener.on('ready', () => void this.#subscribeAll())
    this.#listener.on('message', (channel: string, text: string) => {
      if (channel === this.#pulse) this.#receivedPulse()
      else options.received(text)
    })
    this.#timer = setInterval(() => this.#beat(), PULSE_MS)
  }

  isConnected(): boolean {
    return this.#connected
  }

  /** Until when nothing can have been missed; null while connected. */
  awaySince(): number | null {
    return this.#connected ? null : this.#lastGood
  }

  /** @throws where Redis is away: at the next connection everything wanted is subscribed. */
  async subscribe(channels: string[]): Promise<void> {
    for (let at = 0; at < channels.length; at += CHANNELS_AT_ONCE)
      await this.#listener.subscribe(...channels.slice(at, at + CHANNELS_AT_ONCE))
  }

  async unsubscribe(channels: string[]): Promise<void> {
    for (let at = 0; at < channels.length; at += CHANNELS_AT_ONCE)
      await this.#listener.unsubscribe(...channels.slice(at, at + CHANNELS_AT_ONCE))
  }

  /** What was published still goes out. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.sender.quit().catch(() => undefined)
    this.sender.disconnect()
    this.#listener.disconnect()
  }

  async #subscribeAll(): Promise<void> {
    try {
      await this.subscribe([this.#pulse, ...this.#options.channels()])
      this.#subscribed = true
      this.#beat()
    } catch {
      // Half subscribed is worse than lost: the next connection tries again.
      if (this.#listener.status === 'ready') this.#listener.disconnect(true)
    }
  }

  #beat(): void {
    const isOpen = [this.sender, this.#listener].some(redis => redis.status === 'ready')
    if (isOpen && performance.now() - this.#lastGood > SILENCE_MS && this.#connected) {
      // Open, as far as this side knows, but nothing comes through.
      this.#lost()
      for (const redis of [this.sender, this.#listener]) redis.disconnect(true)
    }
    if (this.sender.status === 'ready') this.sender.publish(this.#pulse, '').catch(() => undefined)
  }

  #receivedPulse(): void {
    if (!this.#subscribed || this.sender.status !== 'ready') return
    const lastGood = this.#lastGood
    this.#lastGood = performance.now()
    if (this.#connected) return
    this.#connected = true
    this.#options.log.info('The bus is connected')
    this.#options.connected(lastGood)
  }

  #lost(): void {
    this.#subscribed = this.#subscribed && this.#listener.status === 'ready'
    if (!this.#connected) return
    this.#connected = false
    this.#options.log.warn('The bus is away: other processes cannot be told until it is back')
  }
}
