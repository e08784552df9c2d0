import { type Clock, every } from './clock.ts'

const SAMPLE_EVERY_MS = 5_000
/** Samples of the last minute. */
const SAMPLES = 12
/** How far two clocks may drift apart in a minute. A greater difference means that the database's clock was set. */
const DRIFT_MS = 100

interface Sample {
  /** How far the database's clock is ahead of this process's. */
  ahead: number
  /** The most by which `ahead` can be wrong. */
  error: number
}

/**
 * The difference between the database's clock and this process's, measured every few seconds. The fastest answer of the
 * last minute is used, so the error is about a millisecond even if this process is busy.
 */
export class DatabaseClock {
  readonly #clock: Clock
  readonly #readClock: () => Promise<number>
  readonly #stopSampling: () => void
  #samples: Sample[] = []

  /** @param readClock reads the database's clock, in ms since 1970. */
  constructor(clock: Clock, readClock: () => Promise<number>) {
    this.#clock = clock
    this.#readClock = readClock
    // While the database is unavailable, the older samples are used.
    const sample = () => void this.#sample().catch(() => undefined)
    this.#stopSampling = every(clock, SAMPLE_EVERY_MS, sample)
    sample()
  }

  /** @returns a function that converts a message's time, in ms since 1970, to this process's clock: exactly or a little late. */
  async converter(): Promise<(time: number) => number> {
    if (this.#samples.length === 0) await this.#sample()
    const best = this.#samples.reduce((one, other) => (other.error < one.error ? other : one))
    // Times of messages are whole milliseconds, rounded down.
    return time => time + 1 - best.ahead + best.error
  }

  close(): void {
    this.#stopSampling()
  }

  async #sample(): Promise<void> {
    const sent = this.#clock.now()
    const now = await this.#readClock()
    const received = this.#clock.now()
    const sample = { ahead: now - (sent + received) / 2, error: (received - sent) / 2 }
    const agreeing = this.#samples.filter(
      one => Math.abs(one.ahead - sample.ahead) <= one.error + sample.error + DRIFT_MS,
    )
    this.#samples = [...agreeing.slice(1 - SAMPLES), sample]
  }
}
