import type { Role } from '@barkyard/domain/rights'
import { sql } from 'kysely'
import type { Trx } from '../../transaction.ts'
import { changeRole } from '../account/users.ts'
import { roleOf } from '../admins.ts'
import { isId } from '../ids.ts'

/**
 * Changes a user's role. All admins are locked, so that of the last two who give it up at once, one stays. Suspended ones
 * do not count. The demo's accounts keep theirs.
 * @returns whether the role is another one than before.
 */
export async function assignRole(
  trx: Trx,
  userId: string,
  role: Role,
): Promise<boolean | 'user-not-found' | 'last-admin' | 'demo'> {
  if (!isId(userId)) return 'user-not-found'
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'is_admin', 'is_moderator', 'is_demo', 'suspended_at'])
    .where(eb => eb.or([eb('id', '=', userId), eb('is_admin', '=', sql.lit(true))]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const user = rows.find(row => row.id === userId)
  if (!user) return 'user-not-found'
  if (roleOf(user) === role) return false
  const isAnotherLeft = rows.some(row => row.is_admin && row.suspended_at === null && row.id !== userId)
  if (user.is_admin && !isAnotherLeft) return 'last-admin'
  if (user.is_demo) return 'demo'
  await changeRole(trx, userId, role)
  return true
}
