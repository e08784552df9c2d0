import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'

interface JoinCode {
  hash: Buffer
  uses: number
  createdAt: Date
  expiresAt: Date
}

/** Adds a code, and deletes those that have expired. */
export async function addJoinCode(trx: Trx, { hash, uses, createdAt, expiresAt }: JoinCode): Promise<void> {
  await trx.deleteFrom('join_codes').where('expires_at', '<=', createdAt).execute()
  await trx
    .insertInto('join_codes')
    .values({ hash, uses_left: uses, created_at: createdAt, expires_at: expiresAt })
    .execute()
}

/** Whether a code is living. */
export async function isJoinCode(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('join_codes')
    .select('uses_left')
    .where('hash', '=', hash)
    .where('uses_left', '>', 0)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

/** Counts one use of a code. @returns false if it is used up, expired or unknown. */
export async function useJoinCode(trx: Trx, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('join_codes')
    .set({ uses_left: sql<number>`uses_left - 1` })
    .where('hash', '=', hash)
    .where('uses_left', '>', 0)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
