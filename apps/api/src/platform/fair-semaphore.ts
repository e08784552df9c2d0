interface FairSemaphoreOptions {
  /** The largest sum of weights that run at once. Work that weighs more runs alone. */
  capacity: number
  perUser?: number
  /** How many may wait, and the error that refuses further ones. */
  waiting?: { perUser?: Limit; inAll: Limit }
}

interface Limit {
  max: number
  refuse: () => Error
}

interface Waiting {
  weight: number
  start: () => void
}

/** Runs work within a capacity that all users share. Users take turns, and nobody overtakes work that waits for room. */
export class FairSemaphore {
  readonly #options: FairSemaphoreOptions
  /** Waiting work by user, in the order of the users' turns. */
  readonly #lines = new Map<string, Waiting[]>()
  readonly #running = new Map<string, number>()
  #used = 0
  #waiting = 0
  isCrowded = false

  constructor(options: FairSemaphoreOptions) {
    this.#options = options
  }

  /** @throws what `waiting` refuses with, if too much work is waiting already. */
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
    const { perUser, inAll } = this.#options.waiting ?? {}
    if (perUser && line.length >= perUser.max) throw perUser.refuse()
    if (inAll && this.#waiting >= inAll.max) throw inAll.refuse()
    return new Promise(start => {
      line.push({ weight, start })
      this.#lines.set(user, line)
      this.#waiting++
      this.#startNext()
    })
  }

  #startNext(): void {
    this.isCrowded = false
    for (let next = this.#next(); next; next = this.#next()) {
      const [user, line] = next
      const [first] = line
      if (!first) return
      if (this.#used + first.weight > this.#options.capacity) {
        this.isCrowded = true
        return
      }
      line.shift()
      // A user who had a turn goes to the end of the line.
      this.#lines.delete(user)
      if (line.length > 0) this.#lines.set(user, line)
      this.#waiting--
      this.#used += first.weight
      this.#running.set(user, (this.#running.get(user) ?? 0) + 1)
      first.start()
    }
  }

  #next(): [string, Waiting[]] | undefined {
    const { perUser = Number.POSITIVE_INFINITY } = this.#options
    for (const entry of this.#lines) {
      if ((this.#running.get(entry[0]) ?? 0) < perUser) return entry
    }
    return undefined
  }
}
