import type { Db } from '../open.ts'
import { isUniqueViolation } from '../open.ts'
import { inTransaction, type Trx } from '../transaction.ts'
import { newId } from './ids.ts'
import { keyOf } from './users.ts'

export interface Identity {
  issuer: string
  subject: string
  email: string
  isEmailVerified: boolean
  firstName: string
  lastName: string
  /** Makes the account an admin's; false leaves it as it is. */
  isAdmin: boolean
}

export interface Joined {
  userId: string
  /** Sessions (ids) and tokens (hashes) of whoever had the account before. */
  endedSessions: string[]
  endedTokens: Buffer[]
}

/**
 * The account of an identity: the one that has its subject; else, where the provider says that the e-mail is verified,
 * the one that has the e-mail and no subject of this provider, which then belongs to this identity alone (its password,
 * sessions, tokens and admin rights are dropped: whoever made them need not be this person); else a new one. A verified
 * address becomes the account's own: an account that had it before has none until its next sign-in.
 * @returns 'taken' where another account has the e-mail and the provider does not vouch for it, or it is the demo's.
 */
export async function joinIdentity(db: Db, identity: Identity): Promise<Joined | 'taken'> {
  try {
    return await inTransaction(db, async trx => {
      const joined =
        (await findBySubject(trx, identity)) ?? (await takeByEmail(trx, identity)) ?? (await create(trx, identity))
      // By the account, never by the address alone: another account may have been given it.
      if (joined !== 'taken' && identity.isAdmin)
        await trx.updateTable('users').set({ is_admin: true }).where('id', '=', joined.userId).execute()
      return joined
    })
  } catch (error) {
    // The same person came twice at once: the other request has made the account.
    if (isUniqueViolation(error)) return joinIdentity(db, identity)
    throw error
  }
}

const nothingEnded = (userId: string): Joined => ({ userId, endedSessions: [], endedTokens: [] })

async function findBySubject(trx: Trx, identity: Identity): Promise<Joined | undefined> {
  const known = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('oidc_issuer', '=', identity.issuer)
    .where('oidc_subject', '=', identity.subject)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!known) return undefined
  if (identity.isEmailVerified && known.email !== identity.email) await moveAddress(trx, known.id, identity.email)
  return nothingEnded(known.id)
}

/** Gives an account its verified address, which whoever had it loses. The demo's accounts keep theirs. */
async function moveAddress(trx: Trx, userId: string, email: string): Promise<void> {
  const holder = await findHolder(trx, email)
  if (holder?.is_demo) return
  if (holder && holder.id !== userId) await dropAddress(trx, holder.id)
  await trx.updateTable('users').set({ email }).where('id', '=', userId).execute()
}

const dropAddress = (trx: Trx, userId: string) =>
  trx.updateTable('users').set({ email: null }).where('id', '=', userId).execute()

const findHolder = (trx: Trx, email: string) =>
  trx
    .selectFrom('users')
    .select(['id', 'is_demo', 'oidc_issuer'])
    .where('email_key', '=', keyOf(email))
    .forUpdate()
    .executeTakeFirst()

async function takeByEmail(trx: Trx, identity: Identity): Promise<Joined | 'taken' | undefined> {
  const known = await findHolder(trx, identity.email)
  if (!known) return undefined
  if (!identity.isEmailVerified || known.is_demo) return 'taken'
  if (known.oidc_issuer === identity.issuer) {
    // It has another subject of this provider: the address changed hands, the account does not.
    await dropAddress(trx, known.id)
    return undefined
  }
  await trx
    .updateTable('users')
    .set({
      oidc_issuer: identity.issuer,
      oidc_subject: identity.subject,
      email: identity.email,
      password_hash: null,
      is_admin: false,
    })
    .where('id', '=', known.id)
    .execute()
  const sessions = await trx.deleteFrom('sessions').where('user_id', '=', known.id).returning('id').execute()
  const tokens = await trx.deleteFrom('tokens').where('user_id', '=', known.id).returning('hash').execute()
  return {
    userId: known.id,
    endedSessions: sessions.map(session => session.id),
    endedTokens: tokens.map(token => token.hash),
  }
}

async function create(trx: Trx, identity: Identity): Promise<Joined> {
  const userId = newId()
  await trx
    .insertInto('users')
    .values({
      id: userId,
      email: identity.email,
      first_name: identity.firstName,
      last_name: identity.lastName,
      oidc_issuer: identity.issuer,
      oidc_subject: identity.subject,
    })
    .execute()
  return nothingEnded(userId)
}
