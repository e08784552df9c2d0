/** Shortest time between two runs, in ms. */
const APART_MS = 1_000
/** The number of such runs in a row. After that one more run is allowed every REGAIN_MS. */
const RUNS_IN_A_ROW = 10
const REGAIN_MS = 3_000
/** The longest random delay before a run, in ms, because many pages receive the same event at once. */
const SPREAD_MS = 200

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Work that can be requested at any rate: soon, never twice at once, at most once a second and 20 times a minute. */
export class Paced {
  readonly #work: () => Promise<unknown>
  #isDue = false
  isIdle = true
  /** When all runs in a row are allowed again. */
  #regainedAt = 0

  constructor(work: () => Promise<unknown>) {
    this.#work = work
  }

  ask(): void {
    this.#isDue = true
    if (this.isIdle) void this.#run()
  }

  async #run(): Promise<void> {
    this.isIdle = false
    while (this.#isDue) {
      await sleep(Math.random() * SPREAD_MS)
      const began = performance.now()
      this.#isDue = false
      this.#regainedAt = Math.max(this.#regainedAt, began) + REGAIN_MS
      await this.#work().catch(() => undefined)
      const next = Math.max(began + APART_MS, this.#regainedAt - (RUNS_IN_A_ROW - 1) * REGAIN_MS)
      await sleep(Math.max(0, next - performance.now()))
    }
    this.isIdle = true
  }
}
