import type { Session } from '@barkyard/domain/schemas/account'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { isUniqueViolation } from '../../open.ts'
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
export async function renameUser(
  db: Db,
  userId: string,
  names: { firstName?: string | undefined; lastName?: string | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      ...(names.firstName !== undefined && { first_name: names.firstName }),
      ...(names.lastName !== undefined && { last_name: names.lastName }),
    })
    .where('id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether another user has the address. */
export async function isEmailTaken(db: Db, email: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(hasAddress(email))
    .where('id', '!=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Sets a user's address, which they have verified. @returns why it is refused; null if it is set. */
export async function changeEmail(trx: Trx, userId: string, email: string, now: Date) {
  try {
    return (await setAddress(trx, userId, email, now)) ? null : 'account-not-found'
  } catch (error) {
    if (isUniqueViolation(error)) return 'email-taken'
    throw error
  }
}
