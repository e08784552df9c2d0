import type { Token } from '@barkyard/domain/schemas/token'
import type { TokenScope } from '@barkyard/domain/token'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { roleOf } from '../admins.ts'
import { newId } from '../ids.ts'
import { countOf, exists } from '../rows.ts'
import { shapeOf } from '../shape.ts'
import { callerColumns, toSuspension } from '../sign-in/sessions.ts'

const token = shapeOf(
  'tokens',
  ...(['id', 'name', 'is_admin', 'scopes', 'expires_at', 'created_at', 'last_used_on'] as const),
)

/** Stores a token by its SHA-256, behind the lock of its account. 'tokens-full': the user already has `atMost`. */
export async function createToken(
  trx: Trx,
  userId: string,
  made: {
    name: string
    isAdmin: boolean
    scopes: TokenScope[]
    expiresAt: Date | null
    hash: Buffer
    /** That of the session that makes it. */
    passkeyId: string | null
  },
  atMost: number,
): Promise<Token | 'tokens-full'> {
  const count = await countOf(trx.selectFrom('tokens').where('user_id', '=', userId))
  if (count >= atMost) return 'tokens-full'
  const row = await trx
    .insertInto('tokens')
    .values({
      id: newId(),
      user_id: userId,
      name: made.name,
      hash: made.hash,
      is_admin: made.isAdmin,
      scopes: made.scopes,
      expires_at: made.expiresAt,
      passkey_id: made.passkeyId,
    })
    .returning(token.columns)
    .executeTakeFirstOrThrow()
  return token.of(row)
}

export async function listTokens(db: Db, userId: string): Promise<Token[]> {
  const rows = await db.selectFrom('tokens').select(token.columns).where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(token.of)
}

/** @returns the hash of the deleted token. */
export async function deleteToken(db: Db, userId: string, id: string): Promise<{ hash: Buffer } | 'token-not-found'> {
  const row = await db
    .deleteFrom('tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('hash')
    .executeTakeFirst()
  return row ?? 'token-not-found'
}

/** The day in UTC, whatever the database's time zone. */
const today = sql<string>`(now() AT TIME ZONE 'UTC')::date`

/** Whether this token existed until it expired. */
export const isExpiredToken = (db: Db, hash: Buffer, now: Date): Promise<boolean> =>
  exists(db.selectFrom('tokens').where('hash', '=', hash).where('expires_at', '<=', now))

/**
 * The caller of a token that has not expired, in the shape of a session. Stores the day of its use.
 * @param isKept whether the token cannot be revoked before the transaction ends.
 */
export async function findTokenCaller(db: Db | Trx, hash: Buffer, now: Date, { isKept = false } = {}) {
  const row = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select([...callerColumns, 'tokens.is_admin as has_role', 'tokens.scopes'])
    .select(['tokens.expires_at as expiresAt', 'tokens.passkey_id as passkeyId'])
    .select(sql<boolean>`tokens.last_used_on IS DISTINCT FROM ${today}`.as('is_first_today'))
    .where('tokens.hash', '=', hash)
    .where(eb => eb.or([eb('tokens.expires_at', 'is', null), eb('tokens.expires_at', '>', now)]))
    .$if(isKept, query => query.forKeyShare('tokens'))
    .executeTakeFirst()
  if (!row) return undefined
  const { has_role, is_first_today, is_admin, is_moderator, suspended_at, suspended_until, ...caller } = row
  if (is_first_today) await db.updateTable('tokens').set({ last_used_on: today }).where('hash', '=', hash).execute()
  return {
    ...caller,
    role: has_role ? roleOf({ is_admin, is_moderator }) : 'owner',
    impersonatedDogId: null,
    actingUserId: caller.userId,
    suspension: toSuspension({ suspended_at, suspended_until }),
    lastUsedAt: new Date(),
  }
}
