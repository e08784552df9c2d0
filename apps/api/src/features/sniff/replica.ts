import type { Db } from '@barkyard/db/open'
import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../../platform/access/sessions.ts'
import { redactError } from '../../platform/errors.ts'

export const REPLICA_ANSWERS_WITHIN_MS = 2_000
/** The pause after a failure. It doubles with each further failure in a row. */
const REST_MS = 5_000
const REST_MAX_MS = 60_000

/**
 * The database that searches read. A replica may lag. The searcher's place and acting dog are read from the primary, and
 * what a page holds is looked for there again: nobody is shown who was blocked, skipped or hidden meanwhile. Admins can
 * change any dog, so they read the primary.
 */
export function searchDatabase(primary: Db, replica: Db | null, log: FastifyBaseLogger) {
  let restsUntil = 0
  let failed = 0
  return {
    mayLag: replica !== null,
    /** Runs `work` on the replica if possible, after a failure on the primary. */
    async read<T>(caller: Caller, work: (db: Db) => Promise<T>): Promise<T> {
      const failures = failed
      if (replica && caller.role !== 'admin' && performance.now() >= restsUntil) {
        // After the pause one search tries the replica; the others do not wait for it.
        if (failures > 0) restsUntil = performance.now() + REPLICA_ANSWERS_WITHIN_MS
        try {
          const answer = await soon(work(replica))
          if (failures === failed) failed = restsUntil = 0
          return answer
        } catch (error) {
          // The replica is unavailable or hangs, cancels queries to catch up, or lacks a migration.
          log.warn({ error: redactError(error) }, 'the replica failed: the primary answers searches')
          // Searches that fail at the same time count as one failure.
          if (failures === failed) restsUntil = performance.now() + Math.min(REST_MS * 2 ** failed++, REST_MAX_MS)
        }
      }
      return work(primary)
    },
  }
}

/** @throws if the answer takes too long. A later answer is ignored. */
async function soon<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the replica does not answer')), REPLICA_ANSWERS_WITHIN_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
