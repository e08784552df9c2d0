import {
  type DeleteResult,
  type InsertResult,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type UpdateResult,
} from 'kysely'
import type { Db } from '../open.ts'
import type { Database } from '../schema.ts'

/** Whether a query finds a row. */
export const exists = async <DB, TB extends keyof DB, O>(found: SelectQueryBuilder<DB, TB, O>): Promise<boolean> =>
  (await found.select(sql.lit(1).as('one')).limit(1).executeTakeFirst()) !== undefined

/** How many rows a query finds. */
export async function countOf<DB, TB extends keyof DB>(found: SelectQueryBuilder<DB, TB, object>): Promise<number> {
  const counted = found.select(eb => eb.fn.countAll<number>().as('count')).$castTo<{ count: number }>()
  const { count } = await counted.executeTakeFirstOrThrow()
  return count
}

/** Makes a write. @returns whether it inserted, changed or deleted a row. */
export async function affectsRows(write: {
  executeTakeFirstOrThrow(): Promise<InsertResult | UpdateResult | DeleteResult>
}): Promise<boolean> {
  const result = await write.executeTakeFirstOrThrow()
  if ('numUpdatedRows' in result) return result.numUpdatedRows > 0n
  return ('numDeletedRows' in result ? result.numDeletedRows : (result.numInsertedOrUpdatedRows ?? 0n)) > 0n
}

/** Rows that one statement deletes. With a limit, even a backlog of years never hits the statement timeout. */
const AT_ONCE = 1_000

/** Runs a statement that changes at most `atOnce` rows until it has changed all. */
export async function inBatches(db: Db, atOnce: number, statement: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await statement.execute(db)
    if ((numAffectedRows ?? 0n) < atOnce) return
  }
}

/** Deletes the rows of a table whose keys `which` selects, a limited number at a time. */
export const sweepRows = (db: Db, table: keyof Database, key: string, which: RawBuilder<unknown>): Promise<void> =>
  // With an array the planner always looks up ids by the index, however many rows it expects.
  inBatches(
    db,
    AT_ONCE,
    sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(key)} = ANY (ARRAY(${which} LIMIT ${AT_ONCE}))`,
  )

/** Deletes the rows of a table that are older than `before`, oldest first. */
export function sweepOlder<T extends keyof Database>(
  db: Db,
  table: T,
  time: string & keyof Database[T],
  before: Date,
): Promise<void> {
  const [rows, at] = [sql.table(table), sql.ref(time)]
  return sweepRows(db, table, 'id', sql`SELECT id FROM ${rows} WHERE ${at} < ${before} ORDER BY ${at}`)
}
