import type { Db } from '../open.ts'
import { isUniqueViolation } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { newId } from './ids.ts'

export interface Identity {
  issuer: string
  subject: string
  email: string
  isEmailVerified: boolean
  firstName: string
  lastName: string
}

/**
 * The account of an identity: the one that has its subject; else, where the provider says that the e-mail is verified,
 * the one that has the e-mail, which then belongs to the provider (its password and sessions are dropped: whoever set
 * them need not be this person); else a new one.
 * @returns the user's id, or 'taken' where somebody else has the e-mail and the provider does not vouch for it.
 */
export async function joinIdentity(
  db: Db,
  identity: Identity,
): Promise<{ userId: string; endedSessions: string[] } | 'taken'> {
  try {
    return await inTransaction(db, async trx => {
      const known = await trx
        .selectFrom('users')
        .select('id')
        .where('oidc_issuer', '=', identity.issuer)
        .where('oidc_subject', '=', identity.subject)
        .executeTakeFirst()
      if (known) return { userId: known.id, endedSessions: [] }
      const names = { oidc_issuer: identity.issuer, oidc_subject: identity.subject }
      const sameEmail = await trx
        .selectFrom('users')
        .select(['id', 'oidc_subject'])
        .where('email_key', '=', identity.email.toLowerCase())
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!sameEmail) {
        const userId = newId()
        await trx
          .insertInto('users')
          .values({
            id: userId,
            email: identity.email,
            first_name: identity.firstName,
            last_name: identity.lastName,
            ...names,
          })
          .execute()
        return { userId, endedSessions: [] }
      }
      if (!identity.isEmailVerified || sameEmail.oidc_subject !== null) return 'taken'
      await trx
        .updateTable('users')
        .set({ ...names, password_hash: null })
        .where('id', '=', sameEmail.id)
        .execute()
      const ended = await trx.deleteFrom('sessions').where('user_id', '=', sameEmail.id).returning('id').execute()
      await trx.deleteFrom('tokens').where('user_id', '=', sameEmail.id).execute()
      return { userId: sameEmail.id, endedSessions: ended.map(session => session.id) }
    })
  } catch (error) {
    // The same person came twice at once: the other request has made the account.
    if (isUniqueViolation(error)) return joinIdentity(db, identity)
    throw error
  }
}
