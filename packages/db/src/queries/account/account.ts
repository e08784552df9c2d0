import type { Session } from '@barkyard/domain/schemas/account'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import { isUniqueViolation } from '../../open.ts'
import type { Trx } from '../../transaction.ts'
import { closeCalendarFeed } from '../calendar/calendar.ts'
import { isId } from '../ids.ts'
import { removeAllPasskeys } from '../passkeys/passkeys.ts'
import { deleteWebhooksOf } from '../webhooks/webhooks.ts'
import { endLinks } from './links.ts'
import { hasAddress, setAddress } from './users.ts'

/** Access that has ended: sessions by id, tokens by hash. */
export interface EndedAccess {
  sessionIds: string[]
  tokenHashes: Buffer[]
}

/**
 * Sets a password, behind the lock of its account, and ends all access through the old one.
 * @param keepSessionId the session that stays; null: none.
 */
export async function setPassword(
  trx: Trx,
  userId: string,
  passwordHash: string,
  keepSessionId: string | null,
): Promise<EndedAccess> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
  return endAccess(trx, userId, { keepSessionId })
}

/**
 * Ends everything besides the password that opens an account or tells of it: sessions with the browsers that they
 * subscribed and the challenges that they wait for, tokens, the calendar feed, webhooks, and links that reset the password,
 * change the address or add a passkey. For a changed, a reset and a taken-over account alike. Passkeys stay with a new
 * password, whose mail lists them, and go with a take-over: they are the previous holder's. What was made with a passkey
 * ends with it alone: see `removePasskey`.
 * @param options.keepSessionId the session that stays; null: none.
 */
export async function endAccess(
  trx: Trx,
  userId: string,
  { keepSessionId, isTakeOver = false }: { keepSessionId: string | null; isTakeOver?: boolean },
): Promise<EndedAccess> {
  const sessionIds = await endOtherSessions(trx, userId, keepSessionId)
  const tokens = await trx.deleteFrom('tokens').where('user_id', '=', userId).returning('hash').execute()
  await closeCalendarFeed(trx, userId)
  await deleteWebhooksOf(trx, userId)
  await endLinks(trx, userId)
  if (isTakeOver) await removeAllPasskeys(trx, userId)
  return { sessionIds, tokenHashes: tokens.map(token => token.hash) }
}

/** Ends every session of a user but `exceptId`. The browsers that they subscribed to pushes go with them. @returns their ids. */
export async function endOtherSessions(db: Db | Trx, userId: string, exceptId: string | null): Promise<string[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== null, query => query.where('id', '!=', exceptId ?? ''))
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}

/** @returns null once it has ended. */
export async function endOwnSession(db: Db, userId: string, id: string): Promise<'session-not-found' | null> {
  if (!isId(id)) return 'session-not-found'
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n ? null : 'session-not-found'
}

/** A user's sessions that were used after `since`, the last used first, at most `limit`. */
export async function listSessions(
  db: Db,
  userId: string,
  { since, currentId, limit }: { since: Date; currentId: string | null; limit: number },
): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_used_at', 'device'])
    .where('user_id', '=', userId)
    .where('last_used_at', '>', since)
    .orderBy(sql`id = ${currentId}`, 'desc')
    .orderBy('last_used_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => ({
    id: row.id,
    current: row.id === currentId,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    device: row.device,
  }))
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
export async function changeEmail(
  trx: Trx,
  userId: string,
  email: string,
  now: Date,
): Promise<'email-taken' | 'account-not-found' | null> {
  try {
    return (await setAddress(trx, userId, email, now)) ? null : 'account-not-found'
  } catch (error) {
    if (isUniqueViolation(error)) return 'email-taken'
    throw error
  }
}
