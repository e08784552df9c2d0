/** Shortest time between two runs, in ms. */
const APART_MS = 1_000
/** So many runs may follow each other like this; then one more becomes possible each REGAIN_MS. */
const RUNS_IN_A_ROW = 10
const REGAIN_MS = 3_000
/** Before a run, up to this long at random: many pages hear of the same thing at once. In ms. */
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
 * Work that others can ask for, however often: it runs soon, never twice at once, at most once a second, and 20 times a
 * minute where it is asked for without a rest. What is asked for during a run leads to one more.
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
