import { availableParallelism } from 'node:os'
import { type Db, isRefused, isTransient, isUniqueViolation, isUnreachable } from '@barkyard/db/open'
import { newId } from '@barkyard/db/queries/ids'
import { findStored, type NewMessage, type StoredMessage, storeMessages } from '@barkyard/db/queries/messages/messages'
import { tooBusy } from '../../platform/errors.ts'
import { HeldUpMessages, MatchQueue } from './match-queue.ts'

/**
 * Batches in flight at once, and more while there are few messages, so that none waits for another's commit. Larger
 * batches cost less. Where the database has few cores, as it does beside the app, the smaller ones only slow each other
 * down: on two cores, 1,500 messages a second took 2.6 ms at the median instead of 3.8 (pnpm bench chat).
 */
const BATCHES = { few: { usual: 1, fewMessages: 2 }, many: { usual: 2, fewMessages: 4 } }
const MANY_CORES = 4
const FEW_MESSAGES = 32
const BATCH_MAX = 500
const WAITING_MAX = 30_000
/** How long a batch whose connection broke waits for the database to say whether it is stored. */
const SETTLE_MS = 8_000
const ASK_EVERY_MS = 200

/** A message, and the user whose sockets receive its clientId. */
interface SentMessage extends NewMessage {
  sentBy: string
}

interface Waiting {
  message: SentMessage & { id: string }
  resolve: (stored: StoredMessage | 'match-not-found') => void
  reject: (error: unknown) => void
}

/** What the writer asks of a database. @param now the clock for the times of notifications. */
export const messageQueries = (db: Db, now: () => Date) => ({
  storeMessages: (batch: readonly NewMessage[]) => storeMessages(db, batch, now()),
  findStored: (sent: Parameters<typeof findStored>[1]) => findStored(db, sent),
})

export type MessageQueries = ReturnType<typeof messageQueries>

interface WriterOptions {
  queries: MessageQueries
  /** Called for each stored message right after its commit, in order. */
  onStored: (stored: StoredMessage, sent: SentMessage) => void
  /** How long a message may wait for a match that another transaction has locked, in ms. */
  lockTimeoutMs: number
  /** How many messages may wait; more are refused. Default: about a second of work, 120 MB of the longest messages. */
  waitingMax?: number
  /** How many cores the app and its database share. Default: those of this machine. */
  cores?: number
}

/**
 * Stores messages by group commit: messages that arrive during one commit share the next; there is no timer. A match is in
 * one batch at a time, so that its messages are delivered in the order in which they are stored. Messages of a locked
 * match leave their batch and are tried again apart; later messages of the match wait behind them.
 */
export class MessageWriter {
  readonly #options: Required<WriterOptions>
  /** A match with messages in a batch or held up is busy there. */
  readonly #queue = new MatchQueue<Waiting>()
  #messagesInBatches = 0
  /** Writers at work. Decremented synchronously, so `store()` never relies on a writer that is about to end. */
  #writers = 0
  readonly #running = new Set<Promise<void>>()
  readonly #heldUp: HeldUpMessages<Waiting>
  readonly #doubtful: DoubtfulMessages

  constructor(options: WriterOptions) {
    this.#options = { waitingMax: WAITING_MAX, cores: availableParallelism(), ...options }
    this.#heldUp = new HeldUpMessages(options.lockTimeoutMs)
    this.#doubtful = new DoubtfulMessages(options.queries, (stored, waiting) => this.#confirm(stored, waiting))
  }

  /**
   * Stores a message. 'match-not-found': the sender is not in the match.
   * @throws that the database is too busy, and then nothing is stored; or an error of the database. If the connection
   * broke, the message may be stored all the same, and is then delivered later.
   */
  store(message: SentMessage): Promise<StoredMessage | 'match-not-found'> {
    if (this.waiting + this.#messagesInBatches >= this.#options.waitingMax) return Promise.reject(tooBusy())
    return new Promise((resolve, reject) => {
      this.#queue.push({ message: { ...message, id: newId() }, resolve, reject })
      this.#startWriter()
    })
  }

  /** The number of messages that are not in a batch yet. */
  get waiting(): number {
    return this.#queue.size + this.#heldUp.size
  }

  /** Resolves when every message is stored or refused. Doubtful messages are not looked for any longer. */
  async drain(): Promise<void> {
    this.#doubtful.stop()
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #startWriter(): void {
    if (this.#writers >= this.#writersAllowed()) return
    this.#writers++
    this.#run(this.#write())
  }

  #run(work: Promise<void>): void {
    const running = work.finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  #writersAllowed(): number {
    const { usual, fewMessages } = this.#options.cores < MANY_CORES ? BATCHES.few : BATCHES.many
    return this.#messagesInBatches < FEW_MESSAGES ? fewMessages : usual
  }

  /** Stores batch after batch. Messages behind another writer's batch are taken by that writer. */
  async #write(): Promise<void> {
    // Lets the frames of this turn of the event loop join the first batch.
    await Promise.resolve()
    for (;;) {
      const batch = this.#writers <= this.#writersAllowed() ? this.#queue.take(BATCH_MAX) : []
      if (batch.length === 0) {
        this.#writers--
        return
      }
      this.#messagesInBatches += batch.length
      const locked = await this.#storeOrRefuse(batch)
      const lockedMatches = new Set(locked.map(({ message }) => message.matchId))
      this.#queue.release(batch, matchId => lockedMatches.has(matchId))
      this.#messagesInBatches -= batch.length
      if (locked.length > 0) this.#holdUp(locked)
    }
  }

  /** Keeps messages of locked matches apart. The matches stay busy, so that later messages do not overtake them. */
  #holdUp(messages: Waiting[]): void {
    const isFirst = this.#heldUp.size === 0
    this.#heldUp.add(messages)
    if (isFirst) this.#run(this.#storeHeldUp())
  }

  /** Tries the held-up messages again until all are stored or have waited too long. */
  async #storeHeldUp(): Promise<void> {
    while (this.#heldUp.size > 0) {
      await pause(this.#heldUp.pauseMs)
      const batch = this.#heldUp.next(BATCH_MAX)
      const locked = await this.#storeOrRefuse(batch)
      rejectAll(this.#heldUp.settle(batch, locked), tooBusy())
      this.#queue.release(batch, matchId => this.#heldUp.has(matchId))
      this.#startWriter()
    }
  }

  /** @returns the messages whose match is locked: neither stored nor refused. */
  async #storeOrRefuse(batch: Waiting[]): Promise<Waiting[]> {
    try {
      return await this.#storeBatch(batch)
    } catch (error) {
      if (isRefused(error)) rejectAll(batch, error)
      else if (isUnreachable(error)) return this.#settle(batch, error)
      else if (batch.length > 1 || mayPassNow(error)) return this.#storeOneByOne(batch)
      else rejectAll(batch, error)
      return []
    }
  }

  /**
   * Settles messages that may be stored, because their connection broke: confirms the stored ones and stores the rest.
   * @returns the messages whose match is locked, if the batch had to be stored one by one.
   */
  async #settle(batch: Waiting[], cause: unknown): Promise<Waiting[]> {
    const { queries } = this.#options
    const until = performance.now() + SETTLE_MS
    for (let left = batch; ; ) {
      await pause(ASK_EVERY_MS)
      try {
        const stored = await queries.findStored(left.map(({ message }) => message))
        for (const one of stored) {
          const waiting = left.find(({ message }) => message.id === one.message.id)
          if (waiting) this.#confirm(one, waiting)
        }
        left = left.filter(({ message }) => !stored.some(one => one.message.id === message.id))
        // The statement whose answer was lost may hold the lock and still commit: ask again before the next try.
        if (left.length > 0) left = await this.#storeBatch(left)
        if (left.length === 0) return []
      } catch (error) {
        // A unique violation: it was committed between the question and this try, and the next question finds it.
        if (!isUnreachable(error) && !mayPassNow(error)) return this.#storeOneByOne(left)
      }
      if (performance.now() > until) return this.#abandon(left, cause)
    }
  }

  async #storeBatch(batch: Waiting[]): Promise<Waiting[]> {
    await this.#doubtful.deliverStored(new Set(batch.map(({ message }) => message.matchId)))
    const stored = await this.#options.queries.storeMessages(batch.map(({ message }) => message))
    return batch.filter((waiting, index) => {
      const one = stored[index]
      if (one === 'locked') return true
      if (one === undefined || one === 'match-not-found') waiting.resolve('match-not-found')
      else this.#confirm(one, waiting)
      return false
    })
  }

  #confirm(stored: StoredMessage, { message, resolve }: Waiting): void {
    this.#options.onStored(stored, message)
    resolve(stored)
  }

  /** A message that cannot be stored must not fail the others of its batch. @returns those whose match is locked. */
  async #storeOneByOne(batch: Waiting[]): Promise<Waiting[]> {
    const locked: Waiting[] = []
    for (const one of batch) {
      if (locked.some(({ message }) => message.matchId === one.message.matchId)) locked.push(one)
      else locked.push(...(await this.#storeBatch([one]).catch(error => this.#settleOne(one, error))))
    }
    return locked
  }

  /** An earlier try, or another process under the same client id, may have stored the message: the database knows. */
  async #settleOne(one: Waiting, error: unknown): Promise<Waiting[]> {
    return isUniqueViolation(error) ? this.#settle([one], error) : this.#abandon([one], error)
  }

  /** Refuses messages that may be stored, and goes on looking for them. @returns no messages, because none are left. */
  #abandon(batch: Waiting[], error: unknown): Waiting[] {
    rejectAll(batch, error)
    if (isUnreachable(error) && !isRefused(error)) this.#doubtful.add(batch)
    return []
  }
}

function rejectAll(batch: readonly Waiting[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}

/** Another process stored the same client id, or a deadlock was broken: the next try may pass. */
const mayPassNow = (error: unknown) => isUniqueViolation(error) || isTransient(error)

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

const DOUBT_FIRST_MS = 200
const DOUBT_LAST_MS = 5_000
/** A statement may continue for a while after its connection broke. After this time the database's answer is final. */
const RUNS_ON_MS = 60_000

interface Doubtful {
  waiting: Waiting
  refusedAt: number
}

/**
 * Messages whose senders got an error although they may be stored, because the connection broke. The database is asked
 * for them, with growing pauses, and those that are stored are delivered.
 */
class DoubtfulMessages {
  readonly #queries: Pick<MessageQueries, 'findStored'>
  readonly #confirm: (stored: StoredMessage, waiting: Waiting) => void
  readonly #messages = new Map<string, Doubtful>()
  #timer: NodeJS.Timeout | null = null
  #isStopped = false

  constructor(queries: Pick<MessageQueries, 'findStored'>, confirm: (stored: StoredMessage, waiting: Waiting) => void) {
    this.#queries = queries
    this.#confirm = confirm
  }

  add(messages: readonly Waiting[]): void {
    const refusedAt = performance.now()
    for (const waiting of messages) this.#messages.set(waiting.message.id, { waiting, refusedAt })
    if (!this.#timer) this.#askAfter(DOUBT_FIRST_MS)
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
      this.#askAfter(Math.min(pauseMs * 2, DOUBT_LAST_MS))
    }, pauseMs)
  }

  async #ask(messages: Doubtful[]): Promise<void> {
    const askedAt = performance.now()
    const stored = await this.#queries.findStored(messages.map(({ waiting }) => waiting.message))
    for (const one of stored) {
      // Another query may have found and delivered it meanwhile.
      const found = this.#messages.get(one.message.id)
      if (this.#messages.delete(one.message.id) && found) this.#confirm(one, found.waiting)
    }
    for (const { waiting, refusedAt } of messages)
      if (askedAt > refusedAt + RUNS_ON_MS) this.#messages.delete(waiting.message.id)
  }
}
