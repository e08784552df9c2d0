/** Shortest time between two runs, in ms. */
const APART_MS = 1_000
/** The number of such runs in a row. After that one more run is allowed every REGAIN_MS. */
const RUNS_IN_A_ROW = 10
const REGAIN_MS = 3_000
/** The longest random delay before a run, in ms, because many pages receive the same event at once. */
const SPREAD_MS = 200

export interface Clock {
  now: () => number
  sleep: (ms: number) => Promise<unknown>
  random: () => number
}

const browserClock: Clock = {
  now: () => performance.now(),
  sleep: ms => new Promise(resolve => setTimeout(resolve, ms)),
  random: Math.random,
}

/**
 * Work that can be requested any number of times. It runs soon, never twice at once, at most once a second, and at most
 * 20 times a minute under constant requests. Requests during a run lead to one more run.
 */
export class Paced {
  readonly #work: () => Promise<unknown>
  readonly #clock: Clock
  #isDue = false
  #isRunning = false
  #left = RUNS_IN_A_ROW
  #countedAt: number

  constructor(work: () => Promise<unknown>, clock: Clock = browserClock) {
    this.#work = work
    this.#clock = clock
    this.#countedAt = clock.now()
  }

  get isIdle(): boolean {
    return !this.#isRunning
  }

  ask(): void {
    this.#isDue = true
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    const { now, sleep, random } = this.#clock
    this.#isRunning = true
    while (this.#isDue) {
      await sleep(random() * SPREAD_MS)
      const began = now()
      this.#isDue = false
      this.#left--
      await this.#work().catch(() => undefined)
      await sleep(Math.max(0, began + APART_MS - now()))
      this.#regain()
      while (this.#left < 1) {
        await sleep(REGAIN_MS)
        this.#regain()
      }
    }
    this.#isRunning = false
  }

  #regain(): void {
    const regained = Math.floor((this.#clock.now() - this.#countedAt) / REGAIN_MS)
    this.#countedAt += regained * REGAIN_MS
    this.#left = Math.min(RUNS_IN_A_ROW, this.#left + regained)
  }
}
