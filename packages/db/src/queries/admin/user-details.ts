import type { AdminUserDetails } from '@barkyard/domain/schemas/admin'
import type { Db } from '../../open.ts'
import { roleOf } from '../admins.ts'
import { isId } from '../ids.ts'
import { listCasesAbout, listCasesReportedBy } from '../reports/case-lists.ts'
import { isSuspendedRow } from '../reports/moderation.ts'
import { SESSIONS_PER_USER } from '../sign-in/sessions.ts'
import { adminDogs, toAdminDog } from './admin.ts'

interface Viewpoint {
  adminId: string
  now: Date
  /** Sessions that were not used since are over. */
  sessionsSince: Date
}

/** Everything that an admin reads about a user. Reports in which the admin is a party are for other admins. */
export async function findUserDetails(
  db: Db,
  userId: string,
  { adminId, now, sessionsSince }: Viewpoint,
): Promise<AdminUserDetails | 'user-not-found'> {
  if (!isId(userId)) return 'user-not-found'
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
      .select(['created_at', 'last_used_at', 'device'])
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
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    emailVerified: user.email_verified_at !== null,
    isAdmin: user.is_admin,
    role: roleOf(user),
    isDemo: user.is_demo,
    joinedAt: user.created_at.toISOString(),
    seenAt: user.seen_at?.toISOString() ?? null,
    suspended: isSuspended,
    suspendedUntil: isSuspended ? (user.suspended_until?.toISOString() ?? null) : null,
    dogs: dogs.map(dog => ({ ...toAdminDog(dog), hidden: dog.hidden_at !== null })),
    sessions: sessions.map(session => ({
      createdAt: session.created_at.toISOString(),
      lastUsedAt: session.last_used_at.toISOString(),
      device: session.device,
    })),
    reportsAbout,
    reportsMade,
  }
}
