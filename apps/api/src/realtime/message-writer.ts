import { type Db, isRefused, isTransient, isUniqueViolation, isUnreachable } from '@barkyard/db/open'
import { isId, newId } from '@barkyard/db/queries/ids'
import { type NewMessage, type StoredMessage, storeMessages } from '@barkyard/db/queries/messages'
import { findStored } from '@barkyard/db/queries/missed-messages'

/** Batches in flight at once: while one commits, the other fills. */
const LANES = 2
const BATCH_MAX = 500
/** How long a batch whose connection was lost waits for the database to tell what became of it. */
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

/**
 * Stores messages by group commit: whatever queued while the last commit ran goes into the next one; there is no timer.
 * A match always uses the same lane, so that its messages are told in the order in which they are stored.
 */
export class MessageWriter {
  readonly #db: Db
  readonly #stored: (stored: StoredMessage, sent: SentMessage) => void
  readonly #lanes = Array.from({ length: LANES }, () => ({
    queue: [] as Waiting[],
    running: null as Promise<void> | null,
  }))

  /** @param stored called for each stored message right after its commit, in order. */
  constructor(db: Db, stored: (stored: StoredMessage, sent: SentMessage) => void) {
    this.#db = db
    this.#stored = stored
  }

  /** Stores a message. @returns null where the sender is not in the match. @throws what the database threw: nothing is stored then. */
  store(message: SentMessage): Promise<StoredMessage | null> {
    const lane = this.#lanes[laneOf(message.matchId)]
    if (!lane) throw new Error('unreachable')
    return new Promise((resolve, reject) => {
      lane.queue.push({ message: { ...message, id: newId() }, resolve, reject })
      lane.running ??= this.#run(lane.queue).finally(() => {
        lane.running = null
      })
    })
  }

  /** Messages that wait for their commit to begin. */
  get waiting(): number {
    return this.#lanes.reduce((sum, { queue }) => sum + queue.length, 0)
  }

  /** Resolves when everything that was handed over is stored or refused. */
  async drain(): Promise<void> {
    await Promise.all(this.#lanes.map(lane => lane.running))
  }

  async #run(queue: Waiting[]): Promise<void> {
    // Let the frames of this turn of the event loop join the first batch.
    await Promise.resolve()
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH_MAX)
      try {
        await this.#storeBatch(batch)
      } catch (error) {
        if (isRefused(error)) rejectAll(batch, error)
        else if (isUnreachable(error)) await this.#settle(batch, error)
        else if (batch.length > 1 || mayPassNow(error)) await this.#oneByOne(batch)
        else rejectAll(batch, error)
      }
    }
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
        if (performance.now() > until) return rejectAll(left, lost)
      }
    }
  }

  async #storeBatch(batch: Waiting[]): Promise<void> {
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
    for (const one of batch) await this.#storeBatch([one]).catch(one.reject)
  }
}

function rejectAll(batch: Waiting[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}

/** Another process stored the same client id meanwhile, or a deadlock was broken: tried again it may pass. */
const mayPassNow = (error: unknown) => isUniqueViolation(error) || isTransient(error)

function laneOf(matchId: string): number {
  let hash = 0
  for (let index = 0; index < matchId.length; index++) hash = (hash * 31 + matchId.charCodeAt(index)) | 0
  return Math.abs(hash) % LANES
}
