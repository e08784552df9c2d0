import { randomBytes } from 'node:crypto'
import type { Db } from '@barkyard/db/open'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import { type Bus, type BusHandlers, type BusMessage, handleBusMessage } from './bus.ts'
import { CatchUp } from './catch-up.ts'
import type { Audience, Interest } from './hub.ts'
import { COMMIT_MS, MessageOrder } from './message-order.ts'
import { DatabaseClock, readGaps, readMissed } from './read-missed.ts'
import { RedisLink } from './redis-link.ts'

/** From a message's time of storing to its publishing: its commit. */
const OUTAGE_MARGIN_MS = 2_000
const SENDERS_MAX = 1_000
const RETRY_MS = 100
const REFRESH_AFTER_MS = 1_000
/** LiveMessage to more channels goes to all processes, once: its text names everybody, and would go out for each of them. */
const CHANNELS_MAX = 20

const ALL = 'barkyard:all'
const channelOf = (kind: Interest, id: string) => `barkyard:${kind}:${id}`
const channelsOf = ({ userIds, dogIds }: Audience) => [
  ...userIds.map(id => channelOf('user', id)),
  ...dogIds.map(id => channelOf('dog', id)),
]
const isWide = ({ userIds, dogIds }: Audience) => userIds.length + dogIds.length > CHANNELS_MAX

/** What goes over Redis. */
interface Packet {
  /** The process and its connection. */
  from: string
  /** Counts the sender's packets: one that comes over two channels is taken once. */
  n: number
  what: BusMessage | { type: 'missed'; ageMs: number }
}

export interface RedisBusOptions {
  log: FastifyBaseLogger
  db: Db
}

/**
 * The bus of several processes, over Redis or Valkey. Listeners here are told at once, Redis or not; others through
 * channels by user and by dog, of which each process hears those that somebody listens to there, or through one that
 * every process hears where there are very many. What could not be told while Redis was away is read from the database
 * when it is back.
 */
export class RedisBus implements Bus {
  readonly #handlers: BusHandlers
  readonly #process = randomBytes(9).toString('base64url')
  readonly #link: RedisLink
  readonly #clock: DatabaseClock
  readonly #order: MessageOrder
  readonly #catchUp: CatchUp
  readonly #received = new Map<string, number>()
  /** Interests that came or went and are not settled with Redis yet: since when. */
  readonly #changed = new Map<string, { kind: Interest; id: string; since: number }>()
  readonly #listening = new Set<string>()
  #settling = false
  /** Told when what has changed by now is settled. */
  readonly #waiting: (() => void)[] = []
  #refreshing: NodeJS.Timeout | null = null
  #sent = 0
  /** Since when packets could not be sent. */
  #droppedSince: number | null = null

  constructor(url: string, handlers: BusHandlers, { log, db }: RedisBusOptions) {
    this.#handlers = handlers
    const { hub } = handlers
    this.#clock = new DatabaseClock(db)
    this.#order = new MessageOrder({
      hub,
      log,
      fetch: gaps => readGaps(db, this.#clock, gaps),
      awaySince: () => {
        const since = this.#link.awaySince()
        return since === null ? null : since - OUTAGE_MARGIN_MS
      },
      missingSince: () => {
        const times = [this.#catchUp.missingSince, ...[...this.#changed.values()].map(({ since }) => since)]
        const known = times.filter(since => since !== null)
        return known.length > 0 ? Math.min(...known) : null
      },
    })
    this.#catchUp = new CatchUp({ hub, order: this.#order, log, fetch: query => readMissed(db, this.#clock, query) })
    this.#link = new RedisLink(url, {
      log,
      channels: () => {
        this.#listening.clear()
        this.#changed.clear()
        const channels = channelsOf(hub.interests())
        for (const channel of channels) this.#listening.add(channel)
        return [ALL, ...channels]
      },
      received: text => this.#receive(text),
      connected: lastGood => this.#cameBack(lastGood),
    })
    hub.onInterest = (kind, id) => {
      this.#changed.set(channelOf(kind, id), { kind, id, since: performance.now() - COMMIT_MS })
      if (!this.#settling) void this.#settle()
    }
  }

  /** The connection that publishes, for others who need Redis. */
  get redis(): Redis {
    return this.#link.sender
  }

  isConnected(): boolean {
    return this.#link.isConnected()
  }

  async settled(): Promise<void> {
    if (this.#settling) await new Promise<void>(resolve => this.#waiting.push(resolve))
  }

  publish(message: BusMessage): void {
    this.#handle(message)
    const isForAll = message.type !== 'event' || isWide(message.audience)
    this.#send(isForAll ? [ALL] : channelsOf(message.audience), message)
  }

  async close(): Promise<void> {
    this.#order.close()
    this.#catchUp.close()
    this.#clock.close()
    this.#handlers.hub.onInterest = () => {}
    if (this.#refreshing) clearTimeout(this.#refreshing)
    await this.#link.close()
  }

  #handle(message: BusMessage): void {
    if (message.type === 'event' && message.event.type === 'message')
      this.#order.deliver(message.event.message, message.audience, message)
    else handleBusMessage(message, this.#handlers)
  }

  #send(channels: string[], what: Packet['what']): void {
    const began = performance.now()
    const packet: Packet = { from: `${this.#process}/${this.#link.connection}`, n: ++this.#sent, what }
    const text = JSON.stringify(packet)
    for (const channel of channels) {
      this.redis.publish(channel, text).catch(() => {
        this.#droppedSince = Math.min(this.#droppedSince ?? began, began)
      })
    }
  }

  #receive(text: string): void {
    const packet = parsePacket(text)
    if (!packet) return
    const { from, n, what } = packet
    if (from.startsWith(`${this.#process}/`) || n <= (this.#received.get(from) ?? 0)) return
    this.#received.delete(from)
    this.#received.set(from, n)
    if (this.#received.size > SENDERS_MAX) this.#received.delete(this.#received.keys().next().value ?? '')
    if (what.type === 'missed') this.#readMissed(performance.now() - what.ageMs)
    else this.#handle(what)
  }

  /** What others told meanwhile did not come here, and what was told here did not go out. */
  #cameBack(lastGood: number): void {
    if (this.#droppedSince !== null) {
      const ageMs = performance.now() - this.#droppedSince
      this.#droppedSince = null
      this.#send([ALL], { type: 'missed', ageMs })
    }
    this.#readMissed(lastGood)
    if (!this.#settling) void this.#settle()
  }

  #readMissed(since: number): void {
    const { hub, checkSessions } = this.#handlers
    this.#catchUp.request(hub.interests(), since - OUTAGE_MARGIN_MS)
    checkSessions()
    // Everything else that happened is seen by reading anew; processes that come back together cause this once.
    this.#refreshing ??= setTimeout(() => {
      this.#refreshing = null
      hub.refreshAll()
    }, REFRESH_AFTER_MS)
  }

  /** Subscribes and unsubscribes until Redis and the hub agree; what was told in between is read. */
  async #settle(): Promise<void> {
    this.#settling = true
    await new Promise(resolve => setImmediate(resolve))
    while (this.#changed.size > 0 && this.#link.isConnected()) {
      const changed = [...this.#changed]
      this.#changed.clear()
      const waiting = this.#waiting.splice(0)
      const { hub } = this.#handlers
      const isWanted = ({ kind, id }: { kind: Interest; id: string }) => hub.isWanted(kind, id)
      const come = changed.filter(([channel, one]) => isWanted(one) && !this.#listening.has(channel))
      const gone = changed.filter(([channel, one]) => !isWanted(one) && this.#listening.has(channel))
      for (const [channel] of come) this.#listening.add(channel)
      for (const [channel] of gone) this.#listening.delete(channel)
      try {
        await Promise.all([
          this.#link.subscribe(come.map(([channel]) => channel)),
          this.#link.unsubscribe(gone.map(([channel]) => channel)),
        ])
        for (const resolve of waiting) resolve()
        const ids = (wanted: Interest) => come.filter(([, { kind }]) => kind === wanted).map(([, { id }]) => id)
        this.#catchUp.request(
          { userIds: ids('user'), dogIds: ids('dog') },
          Math.min(...come.map(([, { since }]) => since)),
        )
      } catch {
        this.#waiting.push(...waiting)
        // Away, at the next connection everything is subscribed and read; else these are tried again.
        for (const [channel, one] of changed) {
          this.#listening.delete(channel)
          if (!this.#changed.has(channel)) this.#changed.set(channel, one)
        }
        await new Promise(resolve => setTimeout(resolve, RETRY_MS))
      }
    }
    this.#settling = false
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

function parsePacket(text: string): Packet | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
