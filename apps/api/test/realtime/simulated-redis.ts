import { EventEmitter } from 'node:events'
import type { Chance } from '@barkyard/art/random'
import type { RedisConnection, RedisConnections } from '../../src/platform/realtime/redis-link.ts'
import type { SimulatedProcess, SimulatedTime } from './simulated-time.ts'

const RETRY_MS = 100
const COMMAND_TIMEOUT_MS = 1_000

/** One connection from its opening to its end. Both directions keep their order. */
interface Wire {
  isOpen: boolean
  client: Connection
  lastThere: number
  lastBack: number
  /** Rejects the commands that have no answer yet. */
  rejects: Set<(error: Error) => void>
}

/** Redis' pub-sub over connections that break, stall, and deliver late or twice. */
export class SimulatedRedis {
  /** Chance that a published text is delivered a second time, later. */
  repeats = 0
  #isUnavailable = false
  #isFrozen = false
  readonly #time: SimulatedTime
  readonly #chance: Chance
  readonly #wires = new Set<Wire>()
  readonly #subscribers = new Map<string, Set<Wire>>()
  /** What arrives while Redis is frozen. */
  #frozen: (() => void)[] = []

  constructor(time: SimulatedTime, chance: Chance) {
    this.#time = time
    this.#chance = chance
  }

  connect(process: SimulatedProcess): RedisConnections {
    return {
      sender: new Connection(this, process, COMMAND_TIMEOUT_MS),
      receiver: new Connection(this, process),
    }
  }

  /** Ends Redis for a while. Everything that is on its way is lost. */
  kill(ms: number): void {
    this.#isUnavailable = true
    for (const wire of this.#wires) this.close(wire)
    this.#time.after(ms, () => {
      this.#isUnavailable = false
    })
  }

  /** Redis does nothing for a while; then it goes on with what has arrived. */
  freeze(ms: number): void {
    this.#isFrozen = true
    this.#time.after(ms, () => {
      this.#isFrozen = false
      for (const run of this.#frozen.splice(0)) run()
    })
  }

  /** Breaks some of the connections. */
  cut(): void {
    for (const wire of this.#wires) if (this.#chance.next() < 0.4) this.close(wire)
  }

  /** Nothing gets through some of the connections for a while, though they stay open. */
  stall(ms: number): void {
    for (const wire of this.#wires) {
      if (this.#chance.next() < 0.5) wire.lastThere = Math.max(wire.lastThere, this.#time.now + ms)
      if (this.#chance.next() < 0.5) wire.lastBack = Math.max(wire.lastBack, this.#time.now + ms)
    }
  }

  /** @returns a connection, or null while Redis is unavailable. */
  open(client: Connection): Wire | null {
    if (this.#isUnavailable) return null
    const wire = { isOpen: true, client, lastThere: 0, lastBack: 0, rejects: new Set<(error: Error) => void>() }
    this.#wires.add(wire)
    return wire
  }

  close(wire: Wire): void {
    if (!wire.isOpen) return
    wire.isOpen = false
    this.#wires.delete(wire)
    for (const subscribers of this.#subscribers.values()) subscribers.delete(wire)
    wire.client.closed(wire)
  }

  /** Sends a command there and its answer back. */
  command(wire: Wire, run: () => void, answered: () => void): void {
    wire.lastThere = Math.max(wire.lastThere, this.#time.now + this.#latency())
    this.#time.after(wire.lastThere - this.#time.now, () => {
      const arrive = () => {
        run()
        this.#sendBack(wire, answered)
      }
      // What has arrived is done, even if its connection has closed since.
      if (this.#isFrozen) this.#frozen.push(arrive)
      else if (wire.isOpen) arrive()
    })
  }

  publish(channel: string, text: string): void {
    for (const wire of this.#subscribers.get(channel) ?? []) {
      const deliver = () => wire.client.receive(wire, channel, text)
      this.#sendBack(wire, deliver)
      const repeatAfter = wire.lastBack - this.#time.now + this.#chance.between(0, 500)
      if (text && this.#chance.next() < this.repeats) this.#time.after(repeatAfter, deliver)
    }
  }

  subscribe(wire: Wire, channel: string): void {
    if (!wire.isOpen) return
    this.#subscribers.set(channel, (this.#subscribers.get(channel) ?? new Set()).add(wire))
  }

  unsubscribe(wire: Wire, channel: string): void {
    this.#subscribers.get(channel)?.delete(wire)
  }

  #sendBack(wire: Wire, run: () => void): void {
    wire.lastBack = Math.max(wire.lastBack, this.#time.now + this.#latency())
    this.#time.after(wire.lastBack - this.#time.now, () => {
      if (wire.isOpen) run()
    })
  }

  #latency(): number {
    const chance = this.#chance.next()
    if (chance < 0.9) return this.#chance.between(0.05, 1)
    return this.#chance.between(1, chance < 0.99 ? 30 : 300)
  }
}

/** A client like ioredis: it connects again by itself, and its commands fail while it is not connected. */
class Connection extends EventEmitter implements RedisConnection {
  status = 'connecting'
  readonly #redis: SimulatedRedis
  readonly #process: SimulatedProcess
  readonly #timeoutMs: number | undefined
  #wire: Wire | null = null

  constructor(redis: SimulatedRedis, process: SimulatedProcess, timeoutMs?: number) {
    super()
    this.#timeoutMs = timeoutMs
    this.#redis = redis
    this.#process = process
    this.#connectLater()
  }

  publish(channel: string, text: string): Promise<void> {
    return this.#command(() => this.#redis.publish(channel, text))
  }

  subscribe(...channels: string[]): Promise<void> {
    const wire = this.#wire
    return this.#command(() => {
      for (const channel of channels) if (wire) this.#redis.subscribe(wire, channel)
    })
  }

  unsubscribe(...channels: string[]): Promise<void> {
    const wire = this.#wire
    return this.#command(() => {
      for (const channel of channels) if (wire) this.#redis.unsubscribe(wire, channel)
    })
  }

  async quit(): Promise<void> {
    await this.#command(() => {})
  }

  disconnect(): void {
    if (this.#wire) this.#redis.close(this.#wire)
  }

  /** The wire is closed: by Redis, on the way, or here. */
  closed(wire: Wire): void {
    this.#process.whenFree(() => {
      if (this.#wire !== wire) return
      this.#wire = null
      this.status = 'close'
      const error = new Error('Connection is closed.')
      for (const reject of wire.rejects) reject(error)
      this.emit('close')
      this.#connectLater()
    })
  }

  receive(wire: Wire, channel: string, text: string): void {
    this.#process.whenFree(() => {
      if (this.#wire === wire) this.emit('message', channel, text)
    })
  }

  #connectLater(): void {
    this.#process.clock.after(RETRY_MS, () => {
      this.#wire = this.#redis.open(this)
      if (!this.#wire) return this.#connectLater()
      this.status = 'ready'
      this.emit('ready')
    })
  }

  #command(run: () => void): Promise<void> {
    const wire = this.#wire
    return new Promise((resolve, reject) => {
      if (!wire || this.status !== 'ready') return reject(new Error("Stream isn't writeable"))
      wire.rejects.add(reject)
      const cancelTimeout =
        this.#timeoutMs === undefined
          ? undefined
          : this.#process.clock.after(this.#timeoutMs, () => reject(new Error('Command timed out')))
      this.#redis.command(wire, run, () =>
        this.#process.whenFree(() => {
          cancelTimeout?.()
          wire.rejects.delete(reject)
          resolve()
        }),
      )
    })
  }
}
