import type { FastifyBaseLogger } from 'fastify'
import { type Clock, sleep } from './clock.ts'
import type { Audience, Hub } from './hub.ts'
import type { MessageOrder } from './message-order.ts'
import type { MissedMessages } from './read-missed.ts'

const RETRY_MS = 500
/** Users or dogs in one query. */
const CHUNK = 500
/** Listeners that may have missed more must reconnect and read. */
const MISSED_MAX = 2_000

interface Options {
  clock: Clock
  hub: Hub
  order: Pick<MessageOrder, 'deliverMissed'>
  log: FastifyBaseLogger
  missed: Pick<MissedMessages, 'since'>
}

interface Request {
  userIds: Set<string>
  dogIds: Set<string>
  since: number
}

/** Reads and delivers what listeners may have missed. While the database is unavailable it keeps trying. */
export class CatchUp {
  readonly #options: Options
  /** The next request: all that were made while the current one is read. */
  #next: Request | null = null
  #isRunning = false
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Reads and delivers what these listeners may have missed since a time, by the clock. */
  request({ userIds, dogIds }: Audience, since: number): void {
    if (userIds.length === 0 && dogIds.length === 0) return
    this.#next ??= { userIds: new Set(), dogIds: new Set(), since }
    this.#next.since = Math.min(this.#next.since, since)
    for (const id of userIds) this.#next.userIds.add(id)
    for (const id of dogIds) this.#next.dogIds.add(id)
    if (this.#isRunning) return
    this.#isRunning = true
    // Requests of one turn of the event loop become one query.
    this.#options.clock.after(0, () => void this.#run())
  }

  close(): void {
    this.#isClosed = true
  }

  async #run(): Promise<void> {
    while (this.#next && !this.#isClosed) {
      const { userIds, dogIds, since } = this.#next
      this.#next = null
      for (const ids of chunksOf([...userIds])) await this.#deliver({ userIds: ids, dogIds: [] }, since)
      for (const ids of chunksOf([...dogIds])) await this.#deliver({ userIds: [], dogIds: ids }, since)
    }
    this.#isRunning = false
  }

  async #deliver(listeners: { userIds: string[]; dogIds: string[] }, since: number): Promise<void> {
    const { clock, hub, order, log, missed } = this.#options
    while (!this.#isClosed) {
      try {
        const messages = await missed.since({ ...listeners, since, limit: MISSED_MAX })
        if (messages === 'too many') hub.fallBehind(listeners)
        else order.deliverMissed(messages)
        return
      } catch (error) {
        log.warn({ type: error instanceof Error ? error.name : typeof error }, 'missed messages cannot be read yet')
        await sleep(clock, RETRY_MS)
      }
    }
  }
}

const chunksOf = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, index) => ids.slice(index * CHUNK, (index + 1) * CHUNK))
