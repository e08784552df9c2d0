import { mailboxOf } from '@barkyard/domain/email'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import { isUniqueViolation } from '../../open.ts'
import type { Database } from '../../schema.ts'
import { inTransaction, type Trx } from '../../transaction.ts'
import { newId } from '../ids.ts'

export type UserRow = Pick<
  Selectable<Database['users']>,
  | 'id'
  | 'email'
  | 'email_verified_at'
  | 'first_name'
  | 'last_name'
  | 'city'
  | 'lat'
  | 'lng'
  | 'is_admin'
  | 'is_demo'
  | 'password_hash'
>

const userColumns = [
  'id',
  'email',
  'email_verified_at',
  'first_name',
  'last_name',
  'city',
  'lat',
  'lng',
  'is_admin',
  'is_demo',
  'password_hash',
] as const

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
export async function setAddress(
  trx: Trx,
  userId: string,
  email: string | null,
  verifiedAt: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ email, email_verified_at: verifiedAt })
    .where('id', '=', userId)
    .executeTakeFirst()
  if (email !== null && mailboxOf(email) !== email.toLowerCase())
    await trx
      .updateTable('users')
      .set({ email_key: mailboxOf(email) })
      .where('id', '=', userId)
      .execute()
  return numUpdatedRows === 1n
}

export const findUser = (db: Db | Trx, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst()

/**
 * Locks an account until the transaction ends. Whatever opens an account or outlives the call that makes it is made behind
 * this lock, and whatever ends access takes it first: so one of the two sees the other.
 * @returns what its owner proves themselves with; undefined if it is gone.
 */
export const lockUser = (trx: Trx, userId: string) =>
  trx
    .selectFrom('users')
    .select(['password_hash', 'oidc_issuer', 'oidc_subject'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export interface PlaceUpdate {
  city: string | null
  lat: number | null
  lng: number | null
  /** The cell of the privacy grid; null = no place. */
  cell: number | null
}

/**
 * Sets a user's place to the result of `change`. The row is locked in between, so that simultaneous changes run one after
 * the other.
 */
export async function updatePlace(trx: Trx, userId: string, change: (now: PlaceUpdate) => PlaceUpdate): Promise<void> {
  // A trigger moves the dogs too, so they are locked against deletion and transfer. Dogs are locked before owners, as everywhere.
  await trx.selectFrom('dogs').select('id').where('user_id', '=', userId).orderBy('id').forNoKeyUpdate().execute()
  const now = await trx
    .selectFrom('users')
    .select(['city', 'lat', 'lng', 'cell'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (now) await trx.updateTable('users').set(change(now)).where('id', '=', userId).execute()
}

/** Grants or revokes admin rights. Revoking ends impersonations and takes what only admins are told. @returns whether there is such a user. */
export async function setAdmin(db: Db, email: string, isAdmin: boolean): Promise<boolean> {
  return inTransaction(db, async trx => {
    const user = await findUserByEmail(trx, email)
    if (user) await trx.updateTable('users').set({ is_admin: isAdmin }).where('id', '=', user.id).execute()
    // If the rights are granted again later, old sessions must not impersonate again and old tokens must not be admin tokens.
    if (user && !isAdmin) {
      await trx
        .updateTable('sessions')
        .set({ impersonated_dog_id: null })
        .where('user_id', '=', user.id)
        .where('impersonated_dog_id', 'is not', null)
        .execute()
      await trx.updateTable('tokens').set({ is_admin: false }).where('user_id', '=', user.id).execute()
      await deleteAdminNews(trx, user.id)
    }
    return user !== undefined
  })
}

/** Deletes what only admins are notified of: some of it names reported dogs. */
export const deleteAdminNews = (trx: Trx, userId: string) =>
  trx
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('event', 'in', ['case-urgent', 'cases-waiting', 'backup-failed'])
    .execute()

export const listAdmins = (db: Db) =>
  db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('is_admin', '=', true)
    .orderBy('email_key')
    .execute()
