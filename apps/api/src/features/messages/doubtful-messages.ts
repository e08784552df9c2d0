import type { findStored, StoredMessage } from '@barkyard/db/queries/messages/messages'

const PAUSE_FIRST_MS = 200
const PAUSE_LAST_MS = 5_000
/** A statement may continue for a while after its connection broke. After this time the database's answer is final. */
const RUNS_ON_MS = 60_000

interface WithMessage {
  message: { id: string; matchId: string }
}

interface Doubtful<M> {
  waiting: M
  refusedAt: number
}

interface Options<M> {
  queries: { findStored: (sent: Parameters<typeof findStored>[1]) => ReturnType<typeof findStored> }
  onStored: (stored: StoredMessage, waiting: M) => void
}

/**
 * Messages whose senders got an error although they may be stored, because the connection broke. The database is asked
 * for them, with growing pauses, and those that are stored are delivered.
 */
export class DoubtfulMessages<M extends WithMessage> {
  readonly #options: Options<M>
  readonly #messages = new Map<string, Doubtful<M>>()
  #timer: NodeJS.Timeout | null = null
  #isStopped = false

  constructor(options: Options<M>) {
    this.#options = options
  }

  add(messages: readonly M[]): void {
    const refusedAt = performance.now()
    for (const waiting of messages) this.#messages.set(waiting.message.id, { waiting, refusedAt })
    if (!this.#timer) this.#askAfter(PAUSE_FIRST_MS)
  }

  /** Delivers the doubtful messages of these matches that are stored: they come before newer ones of the match. */
  async deliverStored(matchIds: ReadonlySet<string>): Promise<void> {
    if (this.#messages.size === 0) return
    const found = [...this.#messages.values()].filter(({ waiting }) => matchIds.has(waiting.message.matchId))
    if (found.length > 0) await this.#ask(found)
  }

  stop(): void {
    this.#isStopped = true
    if (this.#timer) clearTimeout(this.#timer)
  }

  #askAfter(pauseMs: number): void {
    this.#timer = null
    if (this.#messages.size === 0 || this.#isStopped) return
    this.#timer = setTimeout(async () => {
      // The database is unavailable. The next query may succeed.
      await this.#ask([...this.#messages.values()]).catch(() => undefined)
      this.#askAfter(Math.min(pauseMs * 2, PAUSE_LAST_MS))
    }, pauseMs)
  }

  async #ask(messages: Doubtful<M>[]): Promise<void> {
    const { queries, onStored } = this.#options
    const askedAt = performance.now()
    const stored = await queries.findStored(messages.map(({ waiting }) => waiting.message))
    for (const one of stored) {
      // Another query may have found and delivered it meanwhile.
      const found = this.#messages.get(one.message.id)
      if (this.#messages.delete(one.message.id) && found) onStored(one, found.waiting)
    }
    for (const { waiting, refusedAt } of messages)
      if (askedAt > refusedAt + RUNS_ON_MS) this.#messages.delete(waiting.message.id)
  }
}
