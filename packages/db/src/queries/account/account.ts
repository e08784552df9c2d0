import type { Session } from '@barkyard/domain/schemas/account'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { isUniqueViolation } from '../../open.ts'
import { affectsRows, exists } from '../rows.ts'
import { shapeOf } from '../shape.ts'
import { endAccess } from './end-access.ts'
import { hasAddress, setAddress } from './users.ts'

/**
 * Sets a password, behind the lock of its account, and ends all access through the old one.
 * @param keepSessionId the session that stays; null: none.
 */
export async function setPassword(trx: Trx, userId: string, passwordHash: string, keepSessionId: string | null) {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
  return endAccess(trx, 'new password', userId, keepSessionId === null ? [] : [keepSessionId])
}

const session = shapeOf('sessions', 'id', 'created_at', 'last_used_at', 'device')

/** A user's sessions that were used after `since`, the last used first, at most `limit`. */
export async function listSessions(
  db: Db,
  userId: string,
  { since, currentId, limit }: { since: Date; currentId: string | null; limit: number },
): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(session.columns)
    .where('user_id', '=', userId)
    .where('last_used_at', '>', since)
    .orderBy(sql`id = ${currentId}`, 'desc')
    .orderBy('last_used_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => ({ ...session.of(row), current: row.id === currentId }))
}

/** Renames a user. @returns whether there is one. */
export const renameUser = (
  db: Db,
  userId: string,
  { firstName, lastName }: { firstName?: string | undefined; lastName?: string | undefined },
): Promise<boolean> =>
  affectsRows(db.updateTable('users').set({ first_name: firstName, last_name: lastName }).where('id', '=', userId))

/** Whether another user has the address. */
export const isEmailTaken = (db: Db, email: string, userId: string): Promise<boolean> =>
  exists(db.selectFrom('users').where(hasAddress(email)).where('id', '!=', userId))

/** Sets a user's address, which they have verified. @returns why it is refused; null if it is set. */
export async function changeEmail(trx: Trx, userId: string, email: string, now: Date) {
  try {
    return (await setAddress(trx, userId, email, now)) ? null : 'account-not-found'
  } catch (error) {
    if (isUniqueViolation(error)) return 'email-taken'
    throw error
  }
}
