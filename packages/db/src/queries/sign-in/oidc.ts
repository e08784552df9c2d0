import type { Db } from '../../open.ts'
import { isUniqueViolation } from '../../open.ts'
import { inTransaction, type Trx } from '../../transaction.ts'
import { type EndedAccess, endAccess } from '../account/account.ts'
import { deleteAdminNews, keyOf } from '../account/users.ts'
import { newId } from '../ids.ts'

interface Identity {
  issuer: string
  subject: string
  email: string
  isEmailVerified: boolean
  firstName: string
  lastName: string
  /** true grants admin rights; false leaves them as they are. */
  isAdmin: boolean
}

/** An account with the access of its previous holder. */
export interface Joined extends EndedAccess {
  userId: string
  /** Whether the account was made now. */
  isNew: boolean
}

/**
 * Finds or creates the account of an identity:
 * - the account with its subject;
 * - otherwise, if the provider says that the e-mail is verified, the account with this e-mail and no subject of this
 *   provider. Its password, its admin rights and all access to it end, because another person may have created it;
 * - otherwise a new account.
 *
 * The account gets the verified address. Another account that had the address has none until its next sign-in.
 * @returns 'email-taken' if another account has the e-mail and the provider has not verified it, or if it belongs to the demo.
 */
export async function joinIdentity(db: Db, identity: Identity): Promise<Joined | 'email-taken'> {
  try {
    return await inTransaction(db, async trx => {
      const joined =
        (await findBySubject(trx, identity)) ?? (await takeByEmail(trx, identity)) ?? (await create(trx, identity))
      // By id, because another account may have got the address meanwhile.
      if (joined !== 'email-taken' && identity.isAdmin)
        await trx.updateTable('users').set({ is_admin: true }).where('id', '=', joined.userId).execute()
      return joined
    })
  } catch (error) {
    // A simultaneous request of the same person has created the account.
    if (isUniqueViolation(error)) return joinIdentity(db, identity)
    throw error
  }
}

const nothingEnded = (userId: string): Joined => ({ userId, sessionIds: [], tokenHashes: [], isNew: false })

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

/** Gives an account its verified address and takes it from any other account. The demo's accounts keep theirs. */
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
    .select(['id', 'is_admin', 'is_demo', 'oidc_issuer'])
    .where('email_key', '=', keyOf(email))
    .forUpdate()
    .executeTakeFirst()

async function takeByEmail(trx: Trx, identity: Identity): Promise<Joined | 'email-taken' | undefined> {
  const known = await findHolder(trx, identity.email)
  if (!known) return undefined
  if (!identity.isEmailVerified || known.is_demo) return 'email-taken'
  if (known.oidc_issuer === identity.issuer) {
    // The account has another subject of this provider: only the address has a new owner.
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
  if (known.is_admin) await deleteAdminNews(trx, known.id)
  return { userId: known.id, isNew: false, ...(await endAccess(trx, known.id, null)) }
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
  return { ...nothingEnded(userId), isNew: true }
}
