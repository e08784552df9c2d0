import { AppError } from './errors.ts'

export interface FairSemaphoreOptions {
  /** The sum of the weights that run at once. What weighs more than all of it runs alone. */
  capacity: number
  /** Of one user at once. */
  perUser?: number
  /** Waiting at once, of one user and of all: more are refused. */
  waitingPerUser?: number
  waiting?: number
}

interface Waiting {
  weight: number
  start: () => void
}

/** Runs work within a bound that all users share. They take turns, and nobody overtakes what waits for room. */
export class FairSemaphore {
  readonly #options: Required<FairSemaphoreOptions>
  /** Users who wait, in the order of their turns. */
  readonly #lines = new Map<string, Waiting[]>()
  readonly #running = new Map<string, number>()
  #used = 0
  #waiting = 0
  #isCrowded = false

  constructor(options: FairSemaphoreOptions) {
    const unbounded = Number.POSITIVE_INFINITY
    this.#options = { perUser: unbounded, waitingPerUser: unbounded, waiting: unbounded, ...options }
  }

  /** Whether somebody waits for room that others hold. */
  get isCrowded(): boolean {
    return this.#isCrowded
  }

  /** @throws AppError where too much waits already. */
  async run<T>(user: string, weight: number, work: () => Promise<T>): Promise<T> {
    const taken = Math.min(weight, this.#options.capacity)
    await this.#turn(user, taken)
    try {
      return await work()
    } finally {
      this.#used -= taken
      const left = (this.#running.get(user) ?? 0) - 1
      if (left > 0) this.#running.set(user, left)
      else this.#running.delete(user)
      this.#startNext()
    }
  }

  #turn(user: string, weight: number): Promise<void> {
    const line = this.#lines.get(user) ?? []
    if (line.length >= this.#options.waitingPerUser) throw new AppError('too-many-uploads', { retryAfter: 10 })
    if (this.#waiting >= this.#options.waiting)
      throw new AppError('too-busy', { message: 'Too many photos are coming in. Please try again.', retryAfter: 10 })
    return new Promise(start => {
      line.push({ weight, start })
      this.#lines.set(user, line)
      this.#waiting++
      this.#startNext()
    })
  }

  #startNext(): void {
    this.#isCrowded = false
    for (let next = this.#next(); next; next = this.#next()) {
      const [user, line] = next
      const [first] = line
      if (!first) return
      if (this.#used + first.weight > this.#options.capacity) {
        this.#isCrowded = true
        return
      }
      line.shift()
      // Whoever had a turn goes to the end.
      this.#lines.delete(user)
      if (line.length > 0) this.#lines.set(user, line)
      this.#waiting--
      this.#used += first.weight
      this.#running.set(user, (this.#running.get(user) ?? 0) + 1)
      first.start()
    }
  }

  /** The first user in turn who may run more. */
  #next(): [string, Waiting[]] | undefined {
    for (const entry of this.#lines) {
      if ((this.#running.get(entry[0]) ?? 0) < this.#options.perUser) return entry
    }
    return undefined
  }
}
