import { searchWords } from '@barkyard/domain/admin'
import { readEmail } from '@barkyard/domain/email'
import type { AdminDog, AdminDogsQuery, AdminUser, AdminUsersQuery } from '@barkyard/domain/schemas/admin'
import { isDemoLogin } from '@barkyard/domain/user'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../open.ts'
import type { Database } from '../../schema.ts'
import { listSessions } from '../account/account.ts'
import { roleOf } from '../admins.ts'
import { type CountedPage, containsAll, counted, pageById, pageByValue, type UnknownCursor } from '../paging.ts'
import { isSuspendedRow } from '../reports/moderation.ts'
import { listCasesAbout, listCasesReportedBy } from '../reports/moderation-queue.ts'
import { exists } from '../rows.ts'
import { shapeOf } from '../shape.ts'
import { SESSIONS_PER_USER } from '../sign-in/sessions.ts'
import { countRows } from './numbers.ts'

const dogCount = sql<number>`(SELECT count(*) FROM dogs WHERE dogs.user_id = users.id)`.as('dog_count')

/** The words of a search. An address is compared as its mailbox. */
const wordsOf = (search: string | undefined) => searchWords(search).map(word => readEmail(word)?.mailbox ?? word)

/** Whether a user's name and e-mail contain all words. Users without an address have a separate index. */
const named = (words: string[]) =>
  sql<boolean>`(${containsAll(words, pattern => sql<boolean>`users.name_key || ' ' || users.email_key LIKE ${pattern}`)}
    OR (users.email_key IS NULL AND ${containsAll(words, pattern => sql<boolean>`users.name_key LIKE ${pattern}`)}))`

const foundUsers = (db: Db, words: string[]) =>
  db.selectFrom('users').$if(words.length > 0, select => select.where(named(words)))

/** Users without an address come first in the order by e-mail. */
const USER_KEYS = { name: sql.ref('name_key'), email: sql`coalesce(email_key, '')` }

const person = shapeOf('users', 'id', 'first_name', 'last_name', 'email')

/** Users by name, e-mail, or newest first. The cursor holds that name or e-mail. */
export async function listUsers(db: Db, query: AdminUsersQuery): Promise<CountedPage<AdminUser> | UnknownCursor> {
  const words = wordsOf(query.search)
  const found = foundUsers(db, words)
  const listed = found
    .select(['id', 'first_name', 'last_name', 'email', 'is_demo', 'is_admin', 'is_moderator'])
    .select(dogCount)
  const toAdminUser = (row: Awaited<ReturnType<typeof listed.execute>>[number]): AdminUser => ({
    ...person.of(row),
    role: roleOf(row),
    dogCount: row.dog_count,
    ...(row.is_demo && isDemoLogin(row.email) && { demo: true as const }),
  })
  const page =
    query.sort === 'newest'
      ? await pageById(listed, 'id', query, toAdminUser)
      : await pageByValue(listed, { value: USER_KEYS[query.sort], type: 'text', key: 'id' }, query, toAdminUser)
  if (words.length === 0 && page !== 'unknown-cursor') return { ...page, total: await countRows(db, 'users') }
  return counted(db, page, found, query.cursor)
}

/** All users that a search finds except `self` and the demo's logins, with the number of their dogs. */
export async function selectUsers(db: Db, self: string, search: string | undefined, atMost: number) {
  const rows = await foundUsers(db, wordsOf(search))
    .select(['id', 'first_name', 'last_name', 'email', 'is_demo', dogCount])
    .where('id', '!=', self)
    .orderBy('name_key')
    .orderBy('id')
    .limit(atMost)
    .execute()
  return rows
    .filter(row => !(row.is_demo && isDemoLogin(row.email)))
    .map(row => ({ id: row.id, name: `${row.first_name} ${row.last_name}`.trim(), dogCount: row.dog_count }))
}

const withOwner = (dogs: SelectQueryBuilder<Database, 'dogs', object>) =>
  dogs
    .leftJoin('users', 'users.id', 'dogs.user_id')
    .select(['dogs.id', 'dogs.name', 'dogs.breed', 'dogs.user_id', 'dogs.photos'])
    .select(['users.first_name', 'users.last_name', 'users.email'])
const adminDogs = (db: Db) => withOwner(db.selectFrom('dogs'))

type AdminDogRow = Awaited<ReturnType<ReturnType<typeof adminDogs>['execute']>>[number]

const dog = shapeOf('dogs', 'id', 'name', 'breed', 'user_id')

const toAdminDog = (row: AdminDogRow): AdminDog => ({
  ...dog.of(row),
  owner:
    row.first_name !== null && row.last_name !== null
      ? { firstName: row.first_name, lastName: row.last_name, email: row.email }
      : null,
  photos: row.photos.map(({ id, urlThumb }) => ({ id, urlThumb })),
})

/** Dogs by name, breed, or newest first. A search includes the owner. The cursor holds that name or breed. */
export async function listDogs(db: Db, query: AdminDogsQuery, { unowned }: { unowned: boolean }) {
  const words = wordsOf(query.search)
  // A UNION instead of OR, so that each side uses its own index.
  const matches = () => sql<boolean>`dogs.id IN (
    SELECT id FROM dogs WHERE ${containsAll(words, pattern => sql<boolean>`name_key || ' ' || breed_key LIKE ${pattern}`)}
    UNION ALL
    SELECT dogs.id FROM users JOIN dogs ON dogs.user_id = users.id WHERE ${named(words)})`
  const found = db
    .selectFrom('dogs')
    .$if(unowned, select => select.where('dogs.user_id', 'is', null))
    .$if(words.length > 0, select => select.where(matches()))
  const page =
    query.sort === 'newest'
      ? await pageById(withOwner(found), 'dogs.id', query, toAdminDog)
      : await pageByValue(
          withOwner(found),
          { value: sql.ref(`dogs.${query.sort}_key`), type: 'text', key: 'dogs.id' },
          query,
          toAdminDog,
        )
  if (words.length === 0 && !unowned && page !== 'unknown-cursor')
    return { ...page, total: await countRows(db, 'dogs') }
  return counted(db, page, found, query.cursor)
}

export async function listDogsOf(db: Db, userId: string): Promise<AdminDog[] | 'user-not-found'> {
  if (!(await exists(db.selectFrom('users').where('id', '=', userId)))) return 'user-not-found'
  const rows = await adminDogs(db).where('dogs.user_id', '=', userId).orderBy('dogs.id').execute()
  return rows.map(toAdminDog)
}

interface Viewpoint {
  adminId: string
  now: Date
  /** Sessions that were not used since are over. */
  sessionsSince: Date
}

/** Everything that an admin reads about a user. Reports in which the admin is a party are for other admins. */
export async function findUserDetails(db: Db, userId: string, { adminId, now, sessionsSince }: Viewpoint) {
  const user = await db
    .selectFrom('users')
    .leftJoin('presence', 'presence.user_id', 'users.id')
    .select(['id', 'first_name', 'last_name', 'email', 'email_verified_at', 'is_demo', 'created_at'])
    .select(['suspended_at', 'suspended_until', 'is_admin', 'is_moderator', 'presence.seen_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return 'user-not-found'
  const [dogs, sessions, reportsAbout, reportsMade] = await Promise.all([
    adminDogs(db).select('dogs.hidden_at').where('dogs.user_id', '=', userId).orderBy('dogs.id').execute(),
    listSessions(db, userId, { since: sessionsSince, currentId: null, limit: SESSIONS_PER_USER }),
    listCasesAbout(db, userId, adminId),
    listCasesReportedBy(db, userId, adminId),
  ])
  const isSuspended = isSuspendedRow(user, now)
  return {
    ...person.of(user),
    emailVerified: user.email_verified_at !== null,
    isAdmin: user.is_admin,
    role: roleOf(user),
    isDemo: user.is_demo,
    joinedAt: user.created_at.toISOString(),
    seenAt: user.seen_at?.toISOString() ?? null,
    suspended: isSuspended,
    suspendedUntil: isSuspended ? (user.suspended_until?.toISOString() ?? null) : null,
    dogs: dogs.map(dog => ({ ...toAdminDog(dog), hidden: dog.hidden_at !== null })),
    sessions,
    reportsAbout,
    reportsMade,
  }
}
