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
 * the one that has the e-mail, which then belongs to this identity alone (its password, sessions and tokens are
 * dropped: whoever made them need not be this person); else a new one.
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

async function findBySubject(trx: Trx, { issuer, subject }: Identity): Promise<Joined | undefined> {
  const known = await trx
    .selectFrom('users')
    .select('id')
    .where('oidc_issuer', '=', issuer)
    .where('oidc_subject', '=', subject)
    .executeTakeFirst()
  return known && nothingEnded(known.id)
}

async function takeByEmail(trx: Trx, identity: Identity): Promise<Joined | 'taken' | undefined> {
  const known = await trx
    .selectFrom('users')
    .select(['id', 'is_demo'])
    .where('email_key', '=', keyOf(identity.email))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!known) return undefined
  if (!identity.isEmailVerified || known.is_demo) return 'taken'
  await trx
    .updateTable('users')
    .set({ oidc_issuer: identity.issuer, oidc_subject: identity.subject, password_hash: null })
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
