import type { Db } from '@barkyard/db/open'
import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from './access/sessions.ts'
import { redactError } from './errors.ts'

/** A replica is waited for no longer. */
export const REPLICA_ANSWERS_WITHIN_MS = 2_000
/** One that failed is left alone for so long, twice as long after each further failure in a row. */
const REST_MS = 5_000
const REST_MAX_MS = 60_000

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
  /** In a row. */
  #failures = 0

  constructor(primary: Db, replica: Db | null, log: FastifyBaseLogger) {
    this.#primary = primary
    this.#replica = replica
    this.#log = log
  }

  /** Runs `work` on the replica where that may serve; null (a cursor it does not know yet) or a failure: on the primary. */
  async read<T>(caller: Caller, work: (db: Db) => Promise<T | null>): Promise<T | null> {
    const failures = this.#failures
    if (this.#replica && !caller.isAdmin && performance.now() >= this.#restsUntil) {
      // After a rest one search tries it, and the others do not wait.
      if (failures > 0) this.#restsUntil = performance.now() + REPLICA_ANSWERS_WITHIN_MS
      try {
        const answer = await soon(work(this.#replica))
        if (failures === this.#failures) this.#failures = this.#restsUntil = 0
        if (answer !== null) return answer
      } catch (error) {
        // Away, hanging, cancelling what stands in the way of catching up, or behind a migration: the primary knows better.
        this.#log.warn({ error: redactError(error) }, 'the replica failed: the primary answers searches')
        // Searches that ran at the same time fail as one.
        if (failures === this.#failures) {
          this.#restsUntil = performance.now() + Math.min(REST_MS * 2 ** this.#failures++, REST_MAX_MS)
        }
      }
    }
    return work(this.#primary)
  }
}

/** @throws where an answer takes too long; what comes of it then is nobody's concern. */
async function soon<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the replica does not answer')), REPLICA_ANSWERS_WITHIN_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
