import { mailboxOf } from '@barkyard/domain/email'
import { isStaff } from '@barkyard/domain/rights'
import { type Db, inTransaction, isUniqueViolation, type Trx } from '../../open.ts'
import { type EndedAccess, endAccess } from '../account/end-access.ts'
import { deleteStaffNews, setAddress } from '../account/users.ts'
import { roleColumns, roleOf } from '../admins.ts'
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
  /** Throws where this person may not make a new account. */
  admit: (trx: Trx) => Promise<void>
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
 * The account gets the verified address, which is confirmed by it. Another account that had the address has none until its
 * next sign-in.
 * @returns 'email-taken' if another account has the e-mail and the provider has not verified it, or if it belongs to the demo.
 */
export async function joinIdentity(db: Db, identity: Identity, now: Date): Promise<Joined | 'email-taken'> {
  try {
    return await inTransaction(db, async trx => {
      const joined =
        (await findBySubject(trx, identity, now)) ??
        (await takeByEmail(trx, identity, now)) ??
        (await create(trx, identity, now))
      // By id, because another account may have got the address meanwhile.
      if (joined !== 'email-taken' && identity.isAdmin)
        await trx.updateTable('users').set(roleColumns('admin')).where('id', '=', joined.userId).execute()
      return joined
    })
  } catch (error) {
    // A simultaneous request of the same person has created the account.
    if (isUniqueViolation(error)) return joinIdentity(db, identity, now)
    throw error
  }
}

const nothingEnded = (userId: string): Joined => ({ userId, sessionIds: [], tokenHashes: [], isNew: false })

async function findBySubject(trx: Trx, identity: Identity, now: Date): Promise<Joined | undefined> {
  const known = await trx
    .selectFrom('users')
    .select(['id', 'email', 'email_verified_at'])
    .where('oidc_issuer', '=', identity.issuer)
    .where('oidc_subject', '=', identity.subject)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!known) return undefined
  const isNews = known.email !== identity.email || known.email_verified_at === null
  if (identity.isEmailVerified && isNews) await moveAddress(trx, known.id, identity.email, now)
  return nothingEnded(known.id)
}

/** Gives an account its verified address and takes it from any other account. The demo's accounts keep theirs. */
async function moveAddress(trx: Trx, userId: string, email: string, now: Date): Promise<void> {
  const holder = await findHolder(trx, email)
  if (holder?.is_demo) return
  if (holder && holder.id !== userId) await dropAddress(trx, holder.id)
  await setAddress(trx, userId, email, now)
}

const dropAddress = (trx: Trx, userId: string) => setAddress(trx, userId, null, null)

const findHolder = (trx: Trx, email: string) =>
  trx
    .selectFrom('users')
    .select(['id', 'is_admin', 'is_moderator', 'is_demo', 'oidc_issuer'])
    .where('email_key', '=', mailboxOf(email))
    .forUpdate()
    .executeTakeFirst()

async function takeByEmail(trx: Trx, identity: Identity, now: Date): Promise<Joined | 'email-taken' | undefined> {
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
      password_hash: null,
      require_passkey: false,
      ...roleColumns('owner'),
    })
    .where('id', '=', known.id)
    .execute()
  await setAddress(trx, known.id, identity.email, now)
  if (isStaff(roleOf(known))) await deleteStaffNews(trx, known.id, 'owner')
  return {
    userId: known.id,
    isNew: false,
    ...(await endAccess(trx, 'take-over', known.id)),
  }
}

async function create(trx: Trx, identity: Identity, now: Date): Promise<Joined> {
  await identity.admit(trx)
  const userId = newId()
  await trx
    .insertInto('users')
    .values({
      id: userId,
      email: identity.email,
      email_key: mailboxOf(identity.email),
      email_verified_at: identity.isEmailVerified ? now : null,
      first_name: identity.firstName,
      last_name: identity.lastName,
      oidc_issuer: identity.issuer,
      oidc_subject: identity.subject,
    })
    .execute()
  return { ...nothingEnded(userId), isNew: true }
}
