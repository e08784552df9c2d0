import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, isRefused, isTransient, isUniqueViolation, isUnreachable } from '@barkyard/db/open'
import { isId, newId } from '@barkyard/db/queries/ids'
import { type NewMessage, type StoredMessage, storeMessages } from '@barkyard/db/queries/messages'
import { findStored } from '@barkyard/db/queries/missed-messages'
import { tooBusy } from '../errors.ts'
import { DoubtfulMessages } from './doubtful-messages.ts'
import { HeldUpMessages } from './held-up-messages.ts'

/** Batches in flight at once: while one commits, the other fills. */
const BATCHES = 2
/** More where there is little to do: a message then waits for no other's commit. With many, larger batches cost less. */
const BATCHES_WHILE_FEW = 4
const FEW_MESSAGES = 32
const BATCH_MAX = 500
const WAITING_MAX = 30_000
/** Longest wait of a batch whose connection was lost for the database to say what became of it. */
const SETTLE_MS = 8_000
const ASK_EVERY_MS = 200

/** A message with the user whose sockets hear its clientId. */
export interface SentMessage extends NewMessage {
  sentBy: string
}

interface Waiting {
  message: SentMessage & { id: string }
  resolve: (stored: StoredMessage | null) => void
  reject: (error: unknown) => void
}

export interface WriterOptions {
  /** Called for each stored message right after its commit, in order. */
  stored: (stored: StoredMessage, sent: SentMessage) => void
  /** The clock by which those whom a message is for are notified; the process's where absent. */
  now?: () => Date
  /** How long a message may wait for a match that somebody else has locked, in ms. */
  lockTimeoutMs: number
  /** Messages not stored yet, at most: further ones are refused. Default: about a second of work, 120 MB of the longest. */
  waitingMax?: number
}

/**
 * Stores messages by group commit: whatever queued while the last commit ran goes into the next one; there is no timer.
 * A match is in one batch at a time, so that its messages are told in the order in which they are stored. Messages of a
 * match that somebody else has locked leave their batch and are tried again by themselves; later ones of the match wait.
 */
export class MessageWriter {
  readonly #db: Db
  readonly #options: Required<WriterOptions>
  #queue: Waiting[] = []
  readonly #matchesUnderWay = new Set<string>()
  #messagesUnderWay = 0
  /** Writers at work: counted down in the very turn in which one finds nothing to do, so that none is counted on in vain. */
  #writers = 0
  readonly #writing = new Set<Promise<void>>()
  readonly #heldUp: HeldUpMessages<Waiting>
  readonly #doubtful: DoubtfulMessages<Waiting>

  constructor(db: Db, options: WriterOptions) {
    this.#db = db
    this.#options = { waitingMax: WAITING_MAX, now: () => new Date(), ...options }
    this.#heldUp = new HeldUpMessages(options.lockTimeoutMs)
    this.#doubtful = new DoubtfulMessages<Waiting>(db, (stored, waiting) => this.#tell(stored, waiting))
  }

  /**
   * Stores a message. @returns null where the sender is not in the match.
   * @throws what the database threw, or that it is too busy: nothing is stored then.
   */
  store(message: SentMessage): Promise<StoredMessage | null> {
    if (this.waiting + this.#messagesUnderWay >= this.#options.waitingMax) return Promise.reject(tooBusy())
    return new Promise((resolve, reject) => {
      this.#queue.push({ message: { ...message, id: newId() }, resolve, reject })
      this.#startWriter()
    })
  }

  /** Messages that wait for their commit to begin. */
  get waiting(): number {
    return this.#queue.length + this.#heldUp.size
  }

  /** Resolves when everything that was handed over is stored or refused. Nothing in doubt is asked for any more. */
  async drain(): Promise<void> {
    this.#doubtful.stop()
    while (this.#writing.size > 0) await Promise.all(this.#writing)
  }

  #startWriter(): void {
    if (this.#writers >= this.#writersAllowed()) return
    this.#writers++
    this.#run(this.#write())
  }

  #run(work: Promise<void>): void {
    const writing = work.finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
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
      const locked = await this.#storeOrRefuse(batch)
      for (const { message } of batch) this.#matchesUnderWay.delete(message.matchId)
      this.#messagesUnderWay -= batch.length
      if (locked.length > 0) this.#holdUp(locked)
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

  /** Keeps messages of locked matches apart. The matches stay under way, so that later messages do not overtake them. */
  #holdUp(messages: Waiting[]): void {
    for (const { message } of messages) this.#matchesUnderWay.add(message.matchId)
    const isFirst = this.#heldUp.size === 0
    this.#heldUp.add(messages)
    if (isFirst) this.#run(this.#storeHeldUp())
  }

  /** Tries again with what is held up until all of it is stored or has waited too long. */
  async #storeHeldUp(): Promise<void> {
    while (this.#heldUp.size > 0) {
      await sleep(this.#heldUp.pauseMs)
      const batch = this.#heldUp.next(BATCH_MAX)
      const locked = await this.#storeOrRefuse(batch)
      rejectAll(this.#heldUp.settle(batch, locked), tooBusy())
      for (const { message } of batch)
        if (!this.#heldUp.has(message.matchId)) this.#matchesUnderWay.delete(message.matchId)
      this.#startWriter()
    }
  }

  /** @returns those whose match is locked: neither stored nor refused. */
  async #storeOrRefuse(batch: Waiting[]): Promise<Waiting[]> {
    try {
      return await this.#storeBatch(batch)
    } catch (error) {
      if (isRefused(error)) rejectAll(batch, error)
      else if (isUnreachable(error)) return this.#settle(batch, error)
      else if (batch.length > 1 || mayPassNow(error)) return this.#oneByOne(batch)
      else rejectAll(batch, error)
      return []
    }
  }

  /**
   * Messages that may be stored already, because the connection broke on their way: tells those that are, and stores
   * the rest now. @returns those whose match is locked, of a batch that had to be stored one by one.
   */
  async #settle(batch: Waiting[], lost: unknown): Promise<Waiting[]> {
    const until = performance.now() + SETTLE_MS
    for (let left = batch; ; ) {
      await sleep(ASK_EVERY_MS)
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
        // Locked perhaps by the very statement whose answer was lost: it may still commit, so the question comes first again.
        if (left.length > 0) left = await this.#storeBatch(left)
        if (left.length === 0) return []
      } catch (error) {
        // Committed between the question and the second try: the next question finds it.
        if (!isUnreachable(error) && !mayPassNow(error)) return this.#oneByOne(left)
      }
      if (performance.now() > until) return this.#giveUp(left, lost)
    }
  }

  /** @returns those whose match is locked. */
  async #storeBatch(batch: Waiting[]): Promise<Waiting[]> {
    await this.#doubtful.tellOf(new Set(batch.map(({ message }) => message.matchId)))
    const stored = await storeMessages(
      this.#db,
      batch.map(({ message }) => message),
      this.#options.now(),
    )
    return batch.filter((waiting, index) => {
      const one = stored[index]
      if (one === 'locked') return true
      if (one) this.#tell(one, waiting)
      else waiting.resolve(null)
      return false
    })
  }

  #tell(stored: StoredMessage, { message, resolve }: Waiting): void {
    this.#options.stored(stored, message)
    resolve(stored)
  }

  /** One message that cannot be stored must not refuse the others of its batch. @returns those whose match is locked. */
  async #oneByOne(batch: Waiting[]): Promise<Waiting[]> {
    const locked: Waiting[] = []
    for (const one of batch) {
      if (locked.some(({ message }) => message.matchId === one.message.matchId)) locked.push(one)
      else locked.push(...(await this.#storeBatch([one]).catch(error => this.#settleOne(one, error))))
    }
    return locked
  }

  /** Another try, or another process under the same client id, may have stored the message: then the database is asked. */
  async #settleOne(one: Waiting, error: unknown): Promise<Waiting[]> {
    return isUniqueViolation(error) ? this.#settle([one], error) : this.#giveUp([one], error)
  }

  /** Refuses messages of which nobody may know whether they are stored. @returns those left: none. */
  #giveUp(batch: Waiting[], error: unknown): Waiting[] {
    rejectAll(batch, error)
    if (isUnreachable(error) && !isRefused(error)) this.#doubtful.add(batch)
    return []
  }
}

function rejectAll(batch: readonly Waiting[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}

/** Another process stored the same client id meanwhile, or a deadlock was broken: tried again it may pass. */
const mayPassNow = (error: unknown) => isUniqueViolation(error) || isTransient(error)
