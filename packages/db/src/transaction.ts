import type { Transaction } from 'kysely'
import { type Db, isTransient } from './open.ts'
import type { Database } from './schema.ts'

export type Trx = Transaction<Database>

/** Runs `work` in one transaction, again (three times at most) where PostgreSQL rolled it back because of a deadlock. */
export async function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === 3 || !isTransient(error)) throw error
    }
  }
}
