import { hasRight, type Right, type Role } from '@barkyard/domain/rights'
import { sql } from 'kysely'
import type { Db, Trx } from '../open.ts'
import { exists } from './rows.ts'

interface RoleRow {
  is_admin: boolean
  is_moderator: boolean
}

/** Older processes know `is_admin` alone: who is both is an admin. */
export const roleOf = ({ is_admin, is_moderator }: RoleRow): Role =>
  is_admin ? 'admin' : is_moderator ? 'moderator' : 'owner'

export const roleColumns = (role: Role): RoleRow => ({ is_admin: role === 'admin', is_moderator: role === 'moderator' })

/** Whether the user in a row, by its alias, is a moderator or an admin. */
export const isStaffRow = (alias: string) => {
  const [admin, moderator] = ['is_admin', 'is_moderator'].map(column => sql.ref(`${alias}.${column}`))
  return sql<boolean>`(${admin} OR ${moderator})`
}

/** The ids of all moderators and admins, who are few. */
export async function listStaffIds(db: Db | Trx): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where(isStaffRow('users')).execute()
  return rows.map(row => row.id)
}

/** The moderators and admins, if their queues hold something about these dogs or from these users. Ask before it goes. */
export async function staffConcerned(trx: Trx, dogIds: readonly string[], userIds: readonly string[] = []) {
  const dogs = sql`ANY (${dogIds}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE ${isStaffRow('users')} AND (
      EXISTS (SELECT FROM verifications WHERE dog_id = ${dogs} AND state = 'waiting')
      OR EXISTS (SELECT FROM report_cases WHERE dog_id = ${dogs} AND decided_at IS NULL AND appeal_of IS NULL)
      OR EXISTS (SELECT FROM report_cases WHERE appellant_id = ANY (${userIds}::uuid[]) AND decided_at IS NULL)
      OR EXISTS (SELECT FROM report_twins WHERE other_dog_id = ${dogs})
      OR EXISTS (SELECT FROM lost_cases WHERE dog_id = ${dogs} AND ended_at IS NULL)
      OR EXISTS (SELECT FROM parks WHERE suggested_by = ANY (${userIds}::uuid[]) AND state = 'waiting'))`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Whether another admin can decide about what belongs to this one: not one who is suspended. */
export function hasOtherAdmin(trx: Trx, adminId: string): Promise<boolean> {
  const admins = trx.selectFrom('users').where('is_admin', '=', sql.lit(true)).where('suspended_at', 'is', null)
  return exists(admins.where('id', '<>', adminId))
}

/**
 * Whether a user may decide what needs a right about another: only admins decide about moderators and admins.
 * @param ownerId null: it is about nobody.
 */
export const mayDecideAbout = async (db: Db | Trx, role: Role, ownerId: string | null): Promise<boolean> =>
  hasRight(role, 'staff' satisfies Right) ||
  !(await exists(db.selectFrom('users').where('id', '=', ownerId).where(isStaffRow('users'))))
