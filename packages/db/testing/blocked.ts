import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import type { Db, Trx } from '../src/open.ts'

/** Resolves once so many connections to this database wait for a lock. */
export async function untilBlocked(db: Db, count = 1): Promise<void> {
  const blocked = async () => {
    const { rows } = await sql<{ query: string }>`
      SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
    return rows
  }
  await until(blocked, rows => rows.length >= count)
}

/**
 * Starts a write that waits for a lock of another one, which then ends. Nothing makes up for a deadlock of the first.
 * @param first calls `meanwhile` where the write starts. Default: at its end.
 * @returns the answer of the write.
 */
export async function behind<Answer>(
  db: Db,
  first: (trx: Trx, meanwhile: () => Promise<void>) => Promise<unknown>,
  write: () => Promise<Answer>,
) {
  let waiting: Promise<Answer> | undefined
  const meanwhile = async () => {
    waiting = write()
    waiting.catch(() => undefined)
    await untilBlocked(db)
  }
  await db.transaction().execute(async trx => {
    await first(trx, meanwhile)
    if (!waiting) await meanwhile()
  })
  return waiting as Promise<Answer>
}
