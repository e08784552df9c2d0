import { type Db, isRefused, isTransient, isUniqueViolation, isUnreachable } from '@barkyard/db/open'
import { isId, newId } from '@barkyard/db/queries/ids'
import { type NewMessage, type StoredMessage, storeMessages } from '@barkyard/db/queries/messages'
import { findStored } from '@barkyard/db/queries/missed-messages'

/** Batches in flight at once: while one commits, the other fills. */
const BATCHES = 2
/** More where there is little to do: a message then waits for no other's commit. With many, larger batches cost less. */
const BATCHES_WHILE_FEW = 4
const FEW_MESSAGES = 32
const BATCH_MAX = 500
/** How long a batch whose connection was lost waits for the database to tell what became of it. */
const SETTLE_MS = 8_000
const ASK_EVERY_MS = 200
/** Afterwards its senders are refused, and it is asked for ever less often. */
const ASK_SELDOM_MS = 5_000
/** A statement whose connection is gone may run on for a while; so much later an answer is final. */
const RUNS_ON_MS = 60_000

/** A message with the user whose sockets hear its clientId; null = nobody's. */
export interface SentMessage extends NewMessage {
  sentBy: string | null
}

interface Waiting {
  message: SentMessage & { id: string }
  resolve: (stored: StoredMessage | null) => void
  reject: (error: unknown) => void
}

/**
 * Stores messages by group commit: whatever queued while the last commit ran goes into the next one; there is no timer.
 * A match is in one batch at a time, so that its messages are told in the order in which they are stored.
 */
export class MessageWriter {
  readonly #db: Db
  readonly #stored: (stored: StoredMessage, sent: SentMessage) => void
  #queue: Waiting[] = []
  readonly #matchesUnderWay = new Set<string>()
  #messagesUnderWay = 0
  /** How many are at work: counted down in the very turn in which one finds nothing to do, so that none is counted on in vain. */
  #writers = 0
  readonly #writing = new Set<Promise<void>>()
  /** Refused, though they may be stored: then they are told as soon as the database says so. By id, with when that was. */
  readonly #doubtful = new Map<string, { waiting: Waiting; refusedAt: number }>()
  #isAsking = false
  #isDrained = false

  /** @param stored called for each stored message right after its commit, in order. */
  constructor(db: Db, stored: (stored: StoredMessage, sent: SentMessage) => void) {
    this.#db = db
    this.#stored = stored
  }

  /** Stores a message. @returns null where the sender is not in the match. @throws what the database threw: nothing is stored then. */
  store(message: SentMessage): Promise<StoredMessage | null> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ message: { ...message, id: newId() }, resolve, reject })
      if (this.#writers >= this.#writersAllowed()) return
      this.#writers++
      const writing = this.#write().finally(() => this.#writing.delete(writing))
      this.#writing.add(writing)
    })
  }

  /** Messages that wait for their commit to begin. */
  get waiting(): number {
    return this.#queue.length
  }

  /** Resolves when everything that was handed over is stored or refused. What is in doubt is asked for no longer. */
  async drain(): Promise<void> {
    this.#isDrained = true
    await Promise.all(this.#writing)
  }

  #writersAllowed(): number {
    return this.#messagesUnderWay < FEW_MESSAGES ? BATCHES_WHILE_FEW : BATCHES
  }

  /** Writes batch after batch while there is something to take. What another's batch holds up is taken by that one's writer. */
  async #write(): Promise<void> {
    // Let the frames of this turn of the event loop join the first batch.
    await Promise.resolve()
    for (;;) {
      const batch = this.#writers <= this.#writersAllowed() ? this.#take() : []
      if (batch.length === 0) {
        this.#writers--
        return
      }
      try {
        await this.#storeBatch(batch)
      } catch (error) {
        if (isRefused(error)) rejectAll(batch, error)
        else if (isUnreachable(error)) await this.#settle(batch, error)
        else if (batch.length > 1 || mayPassNow(error)) await this.#oneByOne(batch)
        else rejectAll(batch, error)
      } finally {
        for (const { message } of batch) this.#matchesUnderWay.delete(message.matchId)
        this.#messagesUnderWay -= batch.length
      }
    }
  }

  /** Takes what waits, but for matches that are under way. */
  #take(): Waiting[] {
    const batch: Waiting[] = []
    const left: Waiting[] = []
    for (const one of this.#queue) {
      const canGo = batch.length < BATCH_MAX && !this.#matchesUnderWay.has(one.message.matchId)
      if (canGo) batch.push(one)
      else left.push(one)
    }
    this.#queue = left
    for (const { message } of batch) this.#matchesUnderWay.add(message.matchId)
    this.#messagesUnderWay += batch.length
    return batch
  }

  /** The connection broke while a batch was on its way: what of it is stored is told, the rest stored now. */
  async #settle(batch: Waiting[], lost: unknown): Promise<void> {
    const until = performance.now() + SETTLE_MS
    let left = batch
    while (left.length > 0) {
      await new Promise(resolve => setTimeout(resolve, ASK_EVERY_MS))
      try {
        const stored = await findStored(
          this.#db,
          left.map(({ message }) => message).filter(({ matchId }) => isId(matchId)),
        )
        for (const one of stored) {
          const waiting = left.find(({ message }) => message.id === one.message.id)
          if (waiting) this.#tell(one, waiting)
        }
        left = left.filter(({ message }) => !stored.some(one => one.message.id === message.id))
        if (left.length > 0) await this.#storeBatch(left)
        return
      } catch (error) {
        // Committed between the question and the second try: the next question finds it.
        if (!isUnreachable(error) && !mayPassNow(error)) return this.#oneByOne(left)
        if (performance.now() > until) return this.#giveUp(left, lost)
      }
    }
  }

  async #storeBatch(batch: Waiting[]): Promise<void> {
    await this.#tellDoubtfulBefore(batch)
    const stored = await storeMessages(
      this.#db,
      batch.map(({ message }) => message),
    )
    for (const [index, waiting] of batch.entries()) {
      const one = stored[index]
      if (one) this.#tell(one, waiting)
      else waiting.resolve(null)
    }
  }

  #tell(stored: StoredMessage, { message, resolve }: Waiting): void {
    this.#stored(stored, message)
    resolve(stored)
  }

  /** One message that cannot be stored must not refuse the others of its batch. */
  async #oneByOne(batch: Waiting[]): Promise<void> {
    for (const one of batch) await this.#storeBatch([one]).catch(error => this.#giveUp([one], error))
  }

  /** Refuses messages of which nobody may know whether they are stored. */
  #giveUp(batch: Waiting[], error: unknown): void {
    rejectAll(batch, error)
    if (!isUnreachable(error) || isRefused(error)) return
    const refusedAt = performance.now()
    for (const waiting of batch)
      if (isId(waiting.message.matchId)) this.#doubtful.set(waiting.message.id, { waiting, refusedAt })
    if (!this.#isAsking) void this.#askOn()
  }

  async #askOn(): Promise<void> {
    this.#isAsking = true
    for (let pause = ASK_EVERY_MS; this.#doubtful.size > 0; pause = Math.min(pause * 2, ASK_SELDOM_MS)) {
      await new Promise(resolve => setTimeout(resolve, pause).unref())
      if (this.#isDrained) break
      // Still away: the next question may be answered.
      await this.#tellDoubtful([...this.#doubtful.values()]).catch(() => undefined)
    }
    this.#isAsking = false
  }

  /** What a match is told now must not come before what it was not told then. */
  async #tellDoubtfulBefore(batch: Waiting[]): Promise<void> {
    if (this.#doubtful.size === 0) return
    const matches = new Set(batch.map(({ message }) => message.matchId))
    const doubtful = [...this.#doubtful.values()].filter(({ waiting }) => matches.has(waiting.message.matchId))
    if (doubtful.length > 0) await this.#tellDoubtful(doubtful)
  }

  async #tellDoubtful(doubtful: { waiting: Waiting; refusedAt: number }[]): Promise<void> {
    const askedAt = performance.now()
    const stored = await findStored(
      this.#db,
      doubtful.map(({ waiting }) => waiting.message),
    )
    for (const one of stored) {
      // Somebody else may have asked, and told it, meanwhile.
      const found = this.#doubtful.get(one.message.id)
      if (this.#doubtful.delete(one.message.id) && found) this.#tell(one, found.waiting)
    }
    for (const { waiting, refusedAt } of doubtful)
      if (askedAt > refusedAt + RUNS_ON_MS) this.#doubtful.delete(waiting.message.id)
  }
}

function rejectAll(batch: Waiting[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}

/** Another process stored the same client id meanwhile, or a deadlock was broken: tried again it may pass. */
const mayPassNow = (error: unknown) => isUniqueViolation(error) || isTransient(error)
