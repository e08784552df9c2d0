import type { Chance } from '@barkyard/art/random'
import type { Clock } from '../../src/platform/realtime/clock.ts'

interface Event {
  at: number
  /** Events of the same time run in the order in which they were scheduled. */
  order: number
  /** Null once it is cancelled. */
  run: (() => void) | null
}

/** Time that passes from event to event, in ms. The same program with the same seed always runs the same way. */
export class SimulatedTime {
  now = 0
  /** The next event is the last. */
  readonly #events: Event[] = []
  #order = 0

  /** @returns a function that cancels the call. */
  after(ms: number, run: () => void): () => void {
    const event: Event = { at: this.now + Math.max(0, ms), order: this.#order++, run }
    let [low, high] = [0, this.#events.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.#events[middle]
      if (other && other.at > event.at) low = middle + 1
      else high = middle
    }
    this.#events.splice(low, 0, event)
    return () => {
      event.run = null
    }
  }

  sleep(ms: number): Promise<void> {
    return new Promise(resolve => void this.after(ms, resolve))
  }

  /** Runs events until a time. After each event, everything that follows from it without waiting runs to its end. */
  async runUntil(time: number): Promise<void> {
    for (let next = this.#events.at(-1); next && next.at <= time; next = this.#events.at(-1)) {
      this.#events.pop()
      if (!next.run) continue
      this.now = next.at
      next.run()
      await new Promise(resolve => setImmediate(resolve))
    }
    this.now = time
  }
}

/** A simulated process. Its clock has a start of its own; it can be too busy to react, and it can die. */
export class SimulatedProcess {
  readonly clock: Clock
  isDead = false
  readonly #time: SimulatedTime
  readonly #inbox: (() => void)[] = []
  #busyUntil = 0

  constructor(time: SimulatedTime, chance: Chance) {
    this.#time = time
    const offset = chance.between(-100_000, 100_000)
    this.clock = {
      now: () => time.now + offset,
      after: (ms, callback) => {
        let isCancelled = false
        const cancel = time.after(ms, () => this.whenFree(() => isCancelled || callback()))
        return () => {
          isCancelled = true
          cancel()
        }
      },
    }
  }

  /** Keeps the event loop busy: whatever arrives or is due waits, in its order. */
  block(ms: number): void {
    this.#busyUntil = Math.max(this.#busyUntil, this.#time.now + ms)
  }

  /** Runs something in this process as soon as its event loop is free, and not at all if it has died. */
  whenFree(run: () => void): void {
    if (this.isDead) return
    if (this.#busyUntil <= this.#time.now && this.#inbox.length === 0) run()
    else if (this.#inbox.push(run) === 1) this.#workLater()
  }

  #workLater(): void {
    this.#time.after(this.#busyUntil - this.#time.now, () => {
      if (this.isDead) return
      if (this.#busyUntil <= this.#time.now) this.#inbox.shift()?.()
      if (this.#inbox.length > 0) this.#workLater()
    })
  }
}
