import { sql } from 'kysely'
import type { Db } from '../../open.ts'

/** How many users or dogs there are. Costs the same however many that is. */
export async function countRows(db: Db, table: 'users' | 'dogs'): Promise<number> {
  const { count } = await db
    .selectFrom('row_counts')
    .select(sql<number>`coalesce(sum(change), 0)::int`.as('count'))
    .where('table_name', '=', table)
    .executeTakeFirstOrThrow()
  return count
}

/** Adds up the changes since the last sweep, so that few rows are read. Two sweeps at a time do no harm. */
export async function sweepRowCounts(db: Db): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM row_counts RETURNING table_name, change)
    INSERT INTO row_counts (table_name, change) SELECT table_name, sum(change) FROM gone GROUP BY table_name
  `.execute(db)
}
