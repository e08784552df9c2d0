import type { Db } from '@barkyard/db/open'
import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from './auth/sessions.ts'
import { loggable } from './errors.ts'

/** A replica that failed is left alone for so long. */
const REST_MS = 5_000

/**
 * Where searches read. A replica may lag, yet nobody misses a write of their own: what owners write enters their own
 * searches only through the place and the dog they search with, which are read from the primary; one's own dogs are
 * never found. Admins, who change anybody's dogs, read the primary.
 */
export class SearchDatabase {
  readonly #primary: Db
  readonly #replica: Db | null
  readonly #log: FastifyBaseLogger
  #restsUntil = 0

  constructor(primary: Db, replica: Db | null, log: FastifyBaseLogger) {
    this.#primary = primary
    this.#replica = replica
    this.#log = log
  }

  /** Runs `work` on the replica where that may serve; null (a cursor it does not know yet) or a failure: on the primary. */
  async read<T>(caller: Caller, work: (db: Db) => Promise<T | null>): Promise<T | null> {
    if (this.#replica && !caller.isAdmin && performance.now() >= this.#restsUntil) {
      try {
        const answer = await work(this.#replica)
        if (answer !== null) return answer
      } catch (error) {
        // Away, cancelling what stands in the way of catching up, or behind a migration: the primary knows better.
        this.#restsUntil = performance.now() + REST_MS
        this.#log.warn({ error: loggable(error) }, 'the replica failed: the primary answers searches')
      }
    }
    return work(this.#primary)
  }
}
