import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { isStaffRow } from '../admins.ts'

/** The case with the evidence of the case in the row `report_cases`: its own, or that of the decision appealed against. */
export const evidenceCase = sql<string>`coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id)`

/**
 * How near a case is to a user: 2 if they are reported in the case of the row `report_cases`, 1 if they reported it, else
 * 0. The admins who are least near decide it.
 */
const nearness = (userId: RawBuilder<unknown>) => sql<number>`(CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM ${userId} THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = ${evidenceCase} AND party.reporter_id = ${userId}) THEN 1
  ELSE 0 END)`

/** Whether the user is a party of the case in the row `report_cases`, and an admin is less near, and not suspended. */
function isParty(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  const near = nearness(userId)
  return sql<boolean>`(${near} > 0 AND EXISTS (
    SELECT FROM users AS another
    WHERE another.is_admin AND another.suspended_at IS NULL AND ${nearness(sql`another.id`)} < ${near}))`
}

/** Whether the case in the row `report_cases` is about a moderator or an admin, and the user is no admin. */
const isAboutStaff = (userId: RawBuilder<unknown>) => sql<boolean>`(
  NOT EXISTS (SELECT FROM users AS viewer WHERE viewer.id = ${userId} AND viewer.is_admin)
  AND EXISTS (SELECT FROM users AS staff WHERE staff.id = report_cases.owner_id AND ${isStaffRow('staff')}))`

const idOf = (userId: string | RawBuilder<unknown>) => (typeof userId === 'string' ? sql`${userId}::uuid` : userId)

/** Whether the case in the row `report_cases` is for others than this moderator or admin. */
export const isForOthers = (userId: string | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${isAboutStaff(idOf(userId))} OR ${isParty(idOf(userId))})`

/** Why a case is for others. 'party-of-case': this one is reported or a reporter. 'not-admin': it is about a moderator or an admin. */
export async function refuseParty(
  db: Db | Trx,
  id: string,
  userId: string,
): Promise<'party-of-case' | 'not-admin' | null> {
  const row = await db
    .selectFrom('report_cases')
    .select([isParty(idOf(userId)).as('is_party'), isAboutStaff(idOf(userId)).as('is_about_staff')])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.is_party ? 'party-of-case' : row?.is_about_staff ? 'not-admin' : null
}

/** Whether an admin besides this one, who may decide the case, may decide it as well. */
export async function mayAnotherDecide(trx: Trx, id: string, adminId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM report_cases, users AS another
    WHERE report_cases.id = ${id}::uuid AND another.is_admin AND another.suspended_at IS NULL
      AND another.id <> ${adminId}::uuid AND ${nearness(sql`another.id`)} <= ${nearness(sql`${adminId}::uuid`)}
    LIMIT 1`.execute(trx)
  return rows.length > 0
}

/** The id of a case, which admins can also look up by the id that a reporter got. */
export const caseIdOf = (id: string) =>
  sql<string>`coalesce((SELECT reports.case_id FROM reports WHERE reports.id = ${id}::uuid), ${id}::uuid)`
