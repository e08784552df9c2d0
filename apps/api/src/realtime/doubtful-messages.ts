import type { Db } from '@barkyard/db/open'
import { isId } from '@barkyard/db/queries/ids'
import type { StoredMessage } from '@barkyard/db/queries/messages'
import { findStored } from '@barkyard/db/queries/missed-messages'

const ASK_FIRST_MS = 200
const ASK_SELDOM_MS = 5_000
/** A statement whose connection is gone may run on for a while; so much later an answer is final. */
const RUNS_ON_MS = 60_000

interface Doubtful {
  message: { id: string; matchId: string }
}

/**
 * Messages whose senders were refused though they may be stored: the connection broke on their way. The database is
 * asked for them, ever less often, and those that it has are told.
 * @template M a message, with what telling it needs.
 */
export class DoubtfulMessages<M extends Doubtful> {
  readonly #db: Db
  readonly #tell: (stored: StoredMessage, doubtful: M) => void
  readonly #messages = new Map<string, { doubtful: M; refusedAt: number }>()
  #isAsking = false
  #isStopped = false

  constructor(db: Db, tell: (stored: StoredMessage, doubtful: M) => void) {
    this.#db = db
    this.#tell = tell
  }

  add(messages: readonly M[]): void {
    const refusedAt = performance.now()
    for (const doubtful of messages)
      if (isId(doubtful.message.matchId)) this.#messages.set(doubtful.message.id, { doubtful, refusedAt })
    if (!this.#isAsking) void this.#askOn()
  }

  /** Tells the doubtful ones of these matches that are stored: they come before what the match is told next. */
  async tellOf(matchIds: ReadonlySet<string>): Promise<void> {
    if (this.#messages.size === 0) return
    const found = [...this.#messages.values()].filter(({ doubtful }) => matchIds.has(doubtful.message.matchId))
    if (found.length > 0) await this.#ask(found)
  }

  /** Asks no more. */
  stop(): void {
    this.#isStopped = true
  }

  async #askOn(): Promise<void> {
    this.#isAsking = true
    for (let pause = ASK_FIRST_MS; this.#messages.size > 0; pause = Math.min(pause * 2, ASK_SELDOM_MS)) {
      await new Promise(resolve => setTimeout(resolve, pause).unref())
      if (this.#isStopped) break
      // Still away: the next question may be answered.
      await this.#ask([...this.#messages.values()]).catch(() => undefined)
    }
    this.#isAsking = false
  }

  async #ask(messages: { doubtful: M; refusedAt: number }[]): Promise<void> {
    const askedAt = performance.now()
    const stored = await findStored(
      this.#db,
      messages.map(({ doubtful }) => doubtful.message),
    )
    for (const one of stored) {
      // Another question may have been answered, and the message told, meanwhile.
      const found = this.#messages.get(one.message.id)
      if (this.#messages.delete(one.message.id) && found) this.#tell(one, found.doubtful)
    }
    for (const { doubtful, refusedAt } of messages)
      if (askedAt > refusedAt + RUNS_ON_MS) this.#messages.delete(doubtful.message.id)
  }
}
