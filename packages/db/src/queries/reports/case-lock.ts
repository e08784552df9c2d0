import { CASE_NOTES_MAX } from '@barkyard/domain/report'
import type { CaseNote } from '@barkyard/domain/schemas/report'
import type { Db, Trx } from '../../open.ts'
import { newId } from '../ids.ts'
import { countOf } from '../rows.ts'
import { adminName, findCaseRow, type Viewpoint } from './moderation-queue.ts'
import { caseIdOf, mayAnotherDecide, refuseParty } from './parties.ts'

/** Why an admin cannot work on a case. 'party-of-case': this one is reported or a reporter. 'not-admin': only admins decide about moderators and admins. 'another-admin': this one decided what is appealed against. 'claimed': somebody else has claimed it. */
export type CaseRefusal = 'party-of-case' | 'not-admin' | 'already-decided' | 'another-admin' | 'claimed'

/** A case that is locked until the transaction ends. */
export type LockedCase = Exclude<Awaited<ReturnType<typeof lockCase>>, string>

/** Locks a case for an admin who is no party of it. */
export async function lockCase(trx: Trx, id: string, adminId: string) {
  const row = await trx
    .selectFrom('report_cases')
    .select(['id', 'kind', 'dog_id', 'dog_name', 'owner_id', 'appeal_of', 'version', 'decided_at'])
    .select(['claimed_by', 'claimed_until'])
    .where('id', '=', caseIdOf(id))
    .forUpdate()
    .executeTakeFirst()
  return row ? ((await refuseParty(trx, row.id, adminId)) ?? row) : 'report-not-found'
}

/** @returns why this admin cannot work on the case now; null if they can. */
export async function refuseCase(trx: Trx, row: LockedCase, { adminId, now }: Viewpoint): Promise<CaseRefusal | null> {
  if (row.decided_at) return 'already-decided'
  if (await isAnothersToDecide(trx, row, adminId)) return 'another-admin'
  const isClaimed = row.claimed_until !== null && row.claimed_until > now
  return isClaimed && row.claimed_by !== null && row.claimed_by !== adminId ? 'claimed' : null
}

/** Whether another admin must decide the case: as long as one may, nobody decides an appeal against their own decision. */
async function isAnothersToDecide(trx: Trx, row: LockedCase, adminId: string): Promise<boolean> {
  if (row.appeal_of === null) return false
  const decider = await trx
    .selectFrom('decisions')
    .select('admin_id')
    .where('id', '=', row.appeal_of)
    .executeTakeFirst()
  return decider?.admin_id === adminId && mayAnotherDecide(trx, row.id, adminId)
}

/** Claims a case until a time, or extends the claim. Others cannot decide it meanwhile. */
export async function claimCase(trx: Trx, id: string, viewpoint: Viewpoint, until: Date) {
  const row = await lockCase(trx, id, viewpoint.adminId)
  if (typeof row === 'string') return row
  const refusal = await refuseCase(trx, row, viewpoint)
  if (refusal) return refusal
  await trx
    .updateTable('report_cases')
    .set({ claimed_by: viewpoint.adminId, claimed_until: until })
    .where('id', '=', row.id)
    .execute()
  return (await findCaseRow(trx, row.id)) ?? ('report-not-found' as const)
}

/** What admins noted about cases, oldest first. */
export async function listCaseNotes(db: Db | Trx, caseIds: string[]): Promise<CaseNote[]> {
  const rows = await db
    .selectFrom('case_notes')
    .leftJoin('users', 'users.id', 'case_notes.admin_id')
    .select(['case_notes.id', 'body', 'case_notes.created_at', 'first_name', 'last_name'])
    .where('case_id', 'in', caseIds)
    .orderBy('case_notes.id')
    .limit(2 * CASE_NOTES_MAX)
    .execute()
  return rows.map(row => ({ id: row.id, text: row.body, ...byAdmin(row) }))
}

export const byAdmin = (row: { first_name: string | null; last_name: string | null; created_at: Date }) => ({
  by: adminName(row.first_name, row.last_name) || 'A former admin',
  at: row.created_at.toISOString(),
})

/** Adds a note to a case, open or decided. @returns the case. */
export async function addCaseNote(trx: Trx, id: string, text: string, { adminId, now }: Viewpoint) {
  const row = await lockCase(trx, id, adminId)
  if (typeof row === 'string') return row
  const count = await countOf(trx.selectFrom('case_notes').where('case_id', '=', row.id))
  if (count >= CASE_NOTES_MAX) return 'case-notes-full'
  await trx
    .insertInto('case_notes')
    .values({ id: newId(), case_id: row.id, admin_id: adminId, body: text, created_at: now })
    .execute()
  return row
}
