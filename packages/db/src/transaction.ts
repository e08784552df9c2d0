import { Transaction } from 'kysely'
import { type Db, isTransient } from './open.ts'
import type { Database } from './schema.ts'

export type Trx = Transaction<Database>

const isTrx = (db: Db | Trx): db is Trx => db instanceof Transaction

/**
 * Runs `work` in one transaction. After a deadlock it runs again, at most three times in all. Within a transaction,
 * `work` becomes part of it, and the outer caller repeats it.
 */
export async function inTransaction<T>(db: Db | Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  if (isTrx(db)) return work(db)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === 3 || !isTransient(error)) throw error
    }
  }
}
