import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { type Db, inTransaction, type Trx } from '../src/open.ts'

/** Resolves once so many connections to this database wait for a lock. */
export async function untilBlocked(db: Db, count = 1): Promise<void> {
  const blocked = async () => {
    const { rows } = await sql<{ query: string }>`
      SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
    return rows
  }
  await until(blocked, rows => rows.length >= count)
}

/** Starts a write that waits for a lock of another one, which then ends. @returns the answer of the write. */
export async function behind<Answer>(db: Db, first: (trx: Trx) => Promise<unknown>, write: () => Promise<Answer>) {
  const { waiting } = await inTransaction(db, async trx => {
    await first(trx)
    const waiting = write()
    waiting.catch(() => undefined)
    await untilBlocked(db)
    return { waiting }
  })
  return waiting
}
