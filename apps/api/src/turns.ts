/** At most so many at once; the others wait in line. */
export class Turns {
  readonly #waiting: (() => void)[] = []
  readonly #atOnce: number
  #running = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  get isIdle(): boolean {
    return this.#running === 0
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
