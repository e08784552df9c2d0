import { readEmail } from '@barkyard/domain/email'
import type { AdminDog, AdminDogsQuery, AdminUser, AdminUsersQuery } from '@barkyard/domain/schemas/admin'
import { isDemoLogin } from '@barkyard/domain/user'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../open.ts'
import type { Database } from '../../schema.ts'
import { roleOf } from '../admins.ts'
import {
  type CountedPage,
  containing,
  counted,
  cutPage,
  textCursorOf,
  textPositionOf,
  type UnknownCursor,
} from '../paging.ts'
import { isSuspendedRow } from '../reports/moderation.ts'
import { listCasesAbout, listCasesReportedBy } from '../reports/moderation-queue.ts'
import { exists } from '../rows.ts'
import { shapeOf } from '../shape.ts'
import { SESSIONS_PER_USER } from '../sign-in/sessions.ts'
import { countRows } from './numbers.ts'

const dogCount = sql<number>`(SELECT count(*) FROM dogs WHERE dogs.user_id = users.id)`.as('dog_count')

/** Whether a user's name or e-mail contains a text. Users without an address have a separate index. */
const named = (pattern: string | null) =>
  sql<boolean>`(users.name_key || ' ' || users.email_key LIKE ${pattern}
    OR (users.email_key IS NULL AND users.name_key LIKE ${pattern}))`

const foundUsers = (db: Db, pattern: string | null) =>
  db.selectFrom('users').$if(pattern !== null, select => select.where(named(pattern)))

/** Users without an address come first in the order by e-mail. */
const USER_KEYS = {
  name: sql<string>`name_key`,
  email: sql<string>`coalesce(email_key, '')`,
  newest: sql<string>`id::text`,
}

const person = shapeOf('users', 'id', 'first_name', 'last_name', 'email')

type UserRow = Pick<
  Selectable<Database['users']>,
  'id' | 'first_name' | 'last_name' | 'email' | 'is_demo' | 'is_admin' | 'is_moderator'
> & {
  dog_count: number
}

const toAdminUser = (row: UserRow): AdminUser => ({
  ...person.of(row),
  role: roleOf(row),
  dogCount: row.dog_count,
  ...(row.is_demo && isDemoLogin(row.email) && { demo: true as const }),
})

/** Users by name, e-mail, or newest first. The cursor holds that name or e-mail. */
export async function listUsers(db: Db, query: AdminUsersQuery): Promise<CountedPage<AdminUser> | UnknownCursor> {
  const key = USER_KEYS[query.sort]
  // An address is compared as its mailbox.
  const pattern = containing(readEmail(query.search ?? '')?.mailbox ?? query.search)
  const found = foundUsers(db, pattern)
  const last = textPositionOf(query.cursor)
  if (last === 'unknown-cursor') return last
  let page = found
    .select(['id', 'first_name', 'last_name', 'email', 'is_demo', 'is_admin', 'is_moderator', dogCount, key.as('text')])
    .limit(query.limit + 1)
  if (last)
    page =
      query.sort === 'newest'
        ? page.where('id', '<', last.id)
        : page.where(sql<boolean>`(${key}, id) > (${last.text}, ${last.id}::uuid)`)
  const rows = await (query.sort === 'newest' ? page.orderBy('id', 'desc') : page.orderBy(key).orderBy('id')).execute()
  const users = cutPage(rows, query.limit, toAdminUser, textCursorOf)
  if (pattern === null) return { ...users, total: await countRows(db, 'users') }
  return counted(db, users, found, query.cursor)
}

/** All users that a search finds except `self` and the demo's logins, with the number of their dogs. */
export async function selectUsers(db: Db, self: string, search: string | undefined, atMost: number) {
  const rows = await foundUsers(db, containing(search))
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

const adminDogs = (db: Db) =>
  db
    .selectFrom('dogs')
    .leftJoin('users', 'users.id', 'dogs.user_id')
    .select(['dogs.id', 'dogs.name', 'dogs.breed', 'dogs.user_id', 'dogs.photos'])
    .select(['users.first_name', 'users.last_name', 'users.email'])

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

const DOG_KEYS = { name: 'dogs.name_key', breed: 'dogs.breed_key', newest: 'dogs.id' } as const

/** Dogs by name, breed, or newest first. A search includes the owner. The cursor holds that name or breed. */
export async function listDogs(db: Db, query: AdminDogsQuery, { unowned }: { unowned: boolean }) {
  const key = DOG_KEYS[query.sort]
  const pattern = containing(query.search)
  // A UNION instead of OR, so that each side uses its own index.
  const matches = sql<boolean>`dogs.id IN (
    SELECT id FROM dogs WHERE name_key || ' ' || breed_key LIKE ${pattern}
    UNION ALL
    SELECT dogs.id FROM users JOIN dogs ON dogs.user_id = users.id WHERE ${named(pattern)})`
  const last = textPositionOf(query.cursor)
  if (last === 'unknown-cursor') return last
  const found = db
    .selectFrom('dogs')
    .$if(unowned, select => select.where('dogs.user_id', 'is', null))
    .$if(pattern !== null, select => select.where(matches))
  let page = adminDogs(db)
    .select(`${key} as text`)
    .$if(unowned, select => select.where('dogs.user_id', 'is', null))
    .$if(pattern !== null, select => select.where(matches))
    .limit(query.limit + 1)
  if (last)
    page =
      key === 'dogs.id'
        ? page.where('dogs.id', '<', last.id)
        : page.where(eb => eb(eb.refTuple(key, 'dogs.id'), '>', eb.tuple(last.text, last.id)))
  const rows = await (key === 'dogs.id'
    ? page.orderBy('dogs.id', 'desc')
    : page.orderBy(key).orderBy('dogs.id')
  ).execute()
  const dogs = cutPage(rows, query.limit, toAdminDog, textCursorOf)
  if (pattern === null && !unowned) return { ...dogs, total: await countRows(db, 'dogs') }
  return counted(db, dogs, found, query.cursor)
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

const session = shapeOf('sessions', 'created_at', 'last_used_at', 'device')

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
    db
      .selectFrom('sessions')
      .select(session.columns)
      .where('user_id', '=', userId)
      .where('last_used_at', '>', sessionsSince)
      .orderBy('last_used_at', 'desc')
      .limit(SESSIONS_PER_USER)
      .execute(),
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
    sessions: sessions.map(session.of),
    reportsAbout,
    reportsMade,
  }
}
