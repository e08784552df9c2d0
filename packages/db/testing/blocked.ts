import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import type { Db } from '../src/open.ts'

/** Resolves once so many connections to this database wait for a lock. */
export async function untilBlocked(db: Db, count = 1): Promise<void> {
  const blocked = async () => {
    const { rows } = await sql<{ query: string }>`
      SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
    return rows
  }
  await until(blocked, rows => rows.length >= count)
}
