import { mailboxOf } from '@barkyard/domain/email'
import { isStaff, type Role } from '@barkyard/domain/rights'
import { type Selectable, sql } from 'kysely'
import { type Db, inTransaction, isUniqueViolation, type Trx } from '../../open.ts'
import type { Database } from '../../schema.ts'
import { isStaffRow, roleColumns, roleOf } from '../admins.ts'
import { newId } from '../ids.ts'
import { affectsRows } from '../rows.ts'

const userColumns = [
  ...(['id', 'email', 'email_verified_at', 'first_name', 'last_name', 'city', 'lat', 'lng'] as const),
  ...(['is_admin', 'is_moderator', 'is_demo', 'suspended_at', 'password_hash', 'require_passkey'] as const),
] as const
export type UserRow = Pick<Selectable<Database['users']>, (typeof userColumns)[number]>

interface NewUser {
  email: string
  passwordHash: string | null
  firstName: string
  lastName: string
}

/** Creates an account. 'email-taken': another account has the e-mail. */
export async function createUser(db: Db | Trx, user: NewUser): Promise<{ userId: string } | 'email-taken'> {
  const userId = newId()
  try {
    await db
      .insertInto('users')
      .values({
        id: userId,
        email: user.email,
        email_key: mailboxOf(user.email),
        password_hash: user.passwordHash,
        first_name: user.firstName,
        last_name: user.lastName,
      })
      .execute()
    return { userId }
  } catch (error) {
    if (isUniqueViolation(error)) return 'email-taken'
    throw error
  }
}

/** Whether a user's address is this one in any spelling. Of accounts made before spellings were compared, several may be. */
export const hasAddress = (email: string) => sql<boolean>`email_key IN (lower(${email.trim()}), ${mailboxOf(email)})`

/** The account of an address in any spelling. One that was made with this very spelling comes first. */
export const findUserByEmail = (db: Db | Trx, email: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .select(userColumns)
    .where(hasAddress(email))
    .orderBy(sql`email_key = lower(${email.trim()})`, 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Sets a user's address, or leaves none. In two statements, because a trigger keeps `email_key` for processes of an earlier
 * release, which know only the first. @returns whether there is such a user. @throws a unique violation if it is taken.
 */
export async function setAddress(trx: Trx, userId: string, email: string | null, verifiedAt: Date | null) {
  const user = trx.updateTable('users').where('id', '=', userId)
  const isFound = await affectsRows(user.set({ email, email_verified_at: verifiedAt }))
  if (email !== null && mailboxOf(email) !== email.toLowerCase())
    await user.set({ email_key: mailboxOf(email) }).execute()
  return isFound
}

export const findUser = (db: Db | Trx, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst()

/**
 * Locks an account until the transaction ends. Whatever opens an account or outlives the call that makes it is made behind
 * this lock, and whatever ends access takes it first: so one of the two sees the other.
 *
 * Everywhere users are locked before dogs, and each in the order of their ids. Users are locked for no key update, which lets
 * others name them: whoever has locked a dog may store what refers to its owner.
 * @returns what its owner proves themselves with; undefined if it is gone.
 */
export const lockUser = (trx: Trx, userId: string) =>
  trx
    .selectFrom('users')
    .select(['password_hash', 'oidc_issuer', 'oidc_subject', 'require_passkey'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export type PlaceUpdate = Pick<Selectable<Database['users']>, 'city' | 'lat' | 'lng' | 'cell'>

/**
 * Sets a user's place to the result of `change`. The row is locked in between, so that simultaneous changes run one after
 * the other.
 */
export async function updatePlace(trx: Trx, userId: string, change: (now: PlaceUpdate) => PlaceUpdate): Promise<void> {
  const now = await trx
    .selectFrom('users')
    .select(['city', 'lat', 'lng', 'cell'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // A trigger moves the dogs too, so they are locked against deletion and transfer.
  await trx.selectFrom('dogs').select('id').where('user_id', '=', userId).orderBy('id').forNoKeyUpdate().execute()
  if (now) await trx.updateTable('users').set(change(now)).where('id', '=', userId).execute()
}

/**
 * Changes a role, behind the lock of the account. Who is no longer an admin impersonates nobody. Who has no rights any more
 * loses the tokens' and what only moderators are told: if they are granted again, old tokens must not have them.
 */
async function changeRole(trx: Trx, userId: string, role: Role): Promise<void> {
  await trx.updateTable('users').set(roleColumns(role)).where('id', '=', userId).execute()
  if (role === 'admin') return
  await deleteStaffNews(trx, userId, role)
  await trx
    .updateTable('sessions')
    .set({ impersonated_dog_id: null })
    .where('user_id', '=', userId)
    .where('impersonated_dog_id', 'is not', null)
    .execute()
  if (!isStaff(role)) await trx.updateTable('tokens').set({ is_admin: false }).where('user_id', '=', userId).execute()
}

/** Changes the role of the account with an address. @returns its id and its role before; undefined if there is none. */
export async function setRole(db: Db | Trx, email: string, role: Role) {
  return inTransaction(db, async trx => {
    const found = await findUserByEmail(trx, email)
    const user = found && (await lockUser(trx, found.id)) && (await findUser(trx, found.id))
    if (user) await changeRole(trx, user.id, role)
    return user && { userId: user.id, before: roleOf(user) }
  })
}

const ADMINS_NEWS = ['backup-failed'] as const

/** Deletes what a role is not notified of: some of it names reported dogs. */
export const deleteStaffNews = (trx: Trx, userId: string, role: Exclude<Role, 'admin'>) =>
  trx
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('event', 'in', role === 'moderator' ? ADMINS_NEWS : [...ADMINS_NEWS, 'case-urgent', 'cases-waiting'])
    .execute()

/** Moderators and admins, by their addresses. */
export const listAdmins = (db: Db) =>
  db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'is_admin'])
    .where(isStaffRow('users'))
    .orderBy('email_key')
    .execute()

/**
 * Changes a user's role. All admins are locked, so that of the last two who give it up at once, one stays. Suspended ones
 * do not count. The demo's accounts keep theirs.
 * @returns the role before; null if it is the same.
 */
export async function assignRole(trx: Trx, userId: string, role: Role) {
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'is_admin', 'is_moderator', 'is_demo', 'suspended_at'])
    .where(eb => eb.or([eb('id', '=', userId), eb('is_admin', '=', sql.lit(true))]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const user = rows.find(row => row.id === userId)
  if (!user) return 'user-not-found'
  const before = roleOf(user)
  if (before === role) return null
  const isAnotherLeft = rows.some(row => row.is_admin && row.suspended_at === null && row.id !== userId)
  if (user.is_admin && !isAnotherLeft) return 'last-admin'
  if (user.is_demo) return 'demo'
  await changeRole(trx, userId, role)
  return { before }
}
