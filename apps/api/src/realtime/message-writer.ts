import { type Db, isTransient, isUniqueViolation } from '@barkyard/db/open'
import { type NewMessage, type StoredMessage, storeMessages } from '@barkyard/db/queries/messages'

/** Batches in flight at once: while one commits, the other fills. */
const LANES = 2
const BATCH_MAX = 500

/** A message with the user whose sockets hear its clientId. */
export interface SentMessage extends NewMessage {
  sentBy: string
}

interface Waiting {
  message: SentMessage
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
      lane.queue.push({ message, resolve, reject })
      lane.running ??= this.#run(lane.queue).finally(() => {
        lane.running = null
      })
    })
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
        // The other lane, or another process, stored the same client id meanwhile: now it is found.
        const mayPassNow = batch.length > 1 || isUniqueViolation(error) || isTransient(error)
        if (!mayPassNow) batch[0]?.reject(error)
        else await this.#oneByOne(batch)
      }
    }
  }

  async #storeBatch(batch: Waiting[]): Promise<void> {
    const stored = await storeMessages(
      this.#db,
      batch.map(({ message }) => message),
    )
    for (const [index, { message, resolve }] of batch.entries()) {
      const one = stored[index] ?? null
      if (one) this.#stored(one, message)
      resolve(one)
    }
  }

  /** One message that cannot be stored must not refuse the others of its batch. */
  async #oneByOne(batch: Waiting[]): Promise<void> {
    for (const one of batch) await this.#storeBatch([one]).catch(one.reject)
  }
}

function laneOf(matchId: string): number {
  let hash = 0
  for (let index = 0; index < matchId.length; index++) hash = (hash * 31 + matchId.charCodeAt(index)) | 0
  return Math.abs(hash) % LANES
}
