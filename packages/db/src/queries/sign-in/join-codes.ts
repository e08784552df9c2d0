import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { affectsRows, exists } from '../rows.ts'

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
export const isJoinCode = (db: Db, hash: Buffer, now: Date): Promise<boolean> =>
  exists(db.selectFrom('join_codes').where('hash', '=', hash).where('uses_left', '>', 0).where('expires_at', '>', now))

/** Counts one use of a code. @returns false if it is used up, expired or unknown. */
export function useJoinCode(trx: Trx, hash: Buffer, now: Date): Promise<boolean> {
  const used = trx.updateTable('join_codes').set({ uses_left: sql<number>`uses_left - 1` })
  return affectsRows(used.where('hash', '=', hash).where('uses_left', '>', 0).where('expires_at', '>', now))
}
