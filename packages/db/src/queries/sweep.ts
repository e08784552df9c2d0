import { sql } from 'kysely'
import type { Db } from '../open.ts'
import type { Database } from '../schema.ts'

/** Rows that one statement deletes. With a limit, even a backlog of years never hits the statement timeout. */
const AT_ONCE = 1_000

/** Deletes the rows of a table that are older than `before`, oldest first. */
export async function sweepOlder<T extends keyof Database>(
  db: Db,
  table: T,
  time: string & keyof Database[T],
  before: Date,
): Promise<void> {
  const [rows, at] = [sql.table(table), sql.ref(time)]
  for (;;) {
    // With an array the planner always looks up ids by the index, however many rows it expects.
    const { numAffectedRows } = await sql`
      DELETE FROM ${rows}
      WHERE id = ANY (ARRAY(SELECT id FROM ${rows} WHERE ${at} < ${before} ORDER BY ${at} LIMIT ${AT_ONCE}))
    `.execute(db)
    if ((numAffectedRows ?? 0n) < AT_ONCE) return
  }
}
