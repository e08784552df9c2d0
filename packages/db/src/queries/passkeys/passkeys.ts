import { PASSKEYS_PER_USER } from '@barkyard/domain/passkey'
import type { Passkey } from '@barkyard/domain/schemas/passkey'
import type { Db, Trx } from '../../open.ts'
import { type EndedAccess, endAccess } from '../account/end-access.ts'
import { lockUser } from '../account/users.ts'
import { newId } from '../ids.ts'
import { exists } from '../rows.ts'
import { shapeOf } from '../shape.ts'

const shape = shapeOf('passkeys', 'id', 'name', 'created_at', 'last_used_at')
const columns = [...shape.columns, 'passkeys.locked_at'] as const

const toPasskey = (row: Parameters<typeof shape.of>[0] & { locked_at: Date | null }): Passkey => ({
  ...shape.of(row),
  ...(row.locked_at && { locked: true as const }),
})

export async function listPasskeys(db: Db | Trx, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(PASSKEYS_PER_USER)
    .execute()
  return rows.map(toPasskey)
}

/** What authenticators must not make another passkey beside: those that the user has. */
export const listCredentials = (db: Db, userId: string) =>
  db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(PASSKEYS_PER_USER)
    .execute()

/** Whether a user can sign in with a passkey. A locked one does not count. */
export const hasPasskey = (db: Db | Trx, userId: string): Promise<boolean> =>
  exists(db.selectFrom('passkeys').where('user_id', '=', userId).where('locked_at', 'is', null))

interface NewPasskey {
  name: string
  /** In base64url. */
  credentialId: string
  /** COSE. */
  publicKey: Uint8Array
  counter: number
  transports: string[]
}

/** Adds a passkey, behind the lock of its account. 'passkey-taken': some account has it already. */
export async function addPasskey(trx: Trx, userId: string, passkey: NewPasskey, now: Date) {
  if ((await listPasskeys(trx, userId)).length >= PASSKEYS_PER_USER) return 'passkeys-full'
  const row = await trx
    .insertInto('passkeys')
    .values({
      id: newId(),
      user_id: userId,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
      created_at: now,
    })
    .onConflict(conflict => conflict.column('credential_id').doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row ? toPasskey(row) : 'passkey-taken'
}

/** The passkey that a browser answers with, to check its signature. */
export const findCredential = (db: Db, credentialId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

/**
 * Notes a use of a passkey, whose signature is right. Its counter must grow, unless it always says 0: one that does not was
 * copied, or its copy was used. It is locked then.
 */
export async function usePasskey(
  trx: Trx,
  { id, userId, counter }: { id: string; userId: string; counter: number },
  now: Date,
): Promise<'passkey-not-found' | 'passkey-locked' | { name: string; isStepBack: boolean }> {
  // Whoever removes it locks the account first, too.
  await lockUser(trx, userId)
  const passkey = await trx
    .selectFrom('passkeys')
    .select(['name', 'counter', 'locked_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) return 'passkey-not-found'
  if (passkey.locked_at) return 'passkey-locked'
  const isStepBack = (counter > 0 || passkey.counter > 0) && counter <= passkey.counter
  await trx
    .updateTable('passkeys')
    .set(isStepBack ? { locked_at: now } : { counter, last_used_at: now })
    .where('id', '=', id)
    .execute()
  return { name: passkey.name, isStepBack }
}

/**
 * Removes a passkey, behind the lock of its account, with the sessions and tokens that were made with it. 'last-passkey':
 * the account requires one, and no other works.
 */
export async function removePasskey(trx: Trx, userId: string, id: string) {
  const all = await listPasskeys(trx, userId)
  const passkey = all.find(one => one.id === id)
  if (!passkey) return 'passkey-not-found'
  const user = await trx.selectFrom('users').select('require_passkey').where('id', '=', userId).executeTakeFirst()
  if (user?.require_passkey && !all.some(one => one.id !== id && !one.locked)) return 'last-passkey'
  return { ...(await endAccess(trx, 'passkey removed', userId, [id])), name: passkey.name }
}

/** Removes all passkeys of a user, who need not have one from then on. */
export async function removeAllPasskeys(trx: Trx, userId: string): Promise<EndedAccess & { names: string[] }> {
  const all = await listPasskeys(trx, userId)
  await setRequirePasskey(trx, userId, false)
  const ids = all.map(({ id }) => id)
  return { ...(await endAccess(trx, 'passkey removed', userId, ids)), names: all.map(({ name }) => name) }
}

export const setRequirePasskey = (trx: Trx, userId: string, isRequired: boolean) =>
  trx.updateTable('users').set({ require_passkey: isRequired }).where('id', '=', userId).execute()

interface NewChallenge {
  challenge: string
  /** The session that adds a passkey, in place of its earlier challenge; null: somebody signs in. */
  sessionId: string | null
  expiresAt: Date
}

/** Keeps a challenge until it is answered. @returns its id. */
export async function keepChallenge(db: Db | Trx, { challenge, sessionId, expiresAt }: NewChallenge): Promise<string> {
  const id = newId()
  await db
    .insertInto('passkey_challenges')
    .values({ id, challenge, session_id: sessionId, expires_at: expiresAt })
    .onConflict(conflict => conflict.column('session_id').doUpdateSet({ id, challenge, expires_at: expiresAt }))
    .execute()
  return id
}

/**
 * Takes a challenge, which is good once.
 * @param of the session that adds a passkey, or the id that the browser keeps while it signs in.
 */
export async function takeChallenge(db: Db | Trx, of: { sessionId: string } | { id: string }, now: Date) {
  const taken = db.deleteFrom('passkey_challenges').returning(['challenge', 'expires_at'])
  const row = await ('id' in of
    ? taken.where('id', '=', of.id).where('session_id', 'is', null)
    : taken.where('session_id', '=', of.sessionId)
  ).executeTakeFirst()
  return row && row.expires_at > now ? row.challenge : null
}
