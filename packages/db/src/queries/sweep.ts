import { sql } from 'kysely'
import type { Db } from '../open.ts'
import type { Database } from '../schema.ts'

/** Rows that one statement deletes. A backlog of years must not outlast a statement's time and stay for ever. */
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
    // As an array the ids are looked up one by one, however many rows the planner expects.
    const { numAffectedRows } = await sql`
      DELETE FROM ${rows}
      WHERE id = ANY (ARRAY(SELECT id FROM ${rows} WHERE ${at} < ${before} ORDER BY ${at} LIMIT ${AT_ONCE}))
    `.execute(db)
    if ((numAffectedRows ?? 0n) < AT_ONCE) return
  }
}
