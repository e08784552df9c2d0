import { CASE_NOTES_MAX } from '@barkyard/domain/report'
import type { CaseNote } from '@barkyard/domain/schemas/report'
import type { Db } from '../../open.ts'
import type { Trx } from '../../transaction.ts'
import { newId } from '../ids.ts'
import { type LockedCase, lockCase } from './case-lock.ts'
import { adminName, type Viewpoint } from './moderation-queue.ts'
import { refuseParty } from './parties.ts'

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
  return rows.map(row => ({
    id: row.id,
    text: row.body,
    by: adminName(row.first_name, row.last_name) || 'A former admin',
    at: row.created_at.toISOString(),
  }))
}

/** Adds a note to a case, open or decided. @returns the case. */
export async function addCaseNote(
  trx: Trx,
  id: string,
  text: string,
  { adminId, now }: Viewpoint,
): Promise<'report-not-found' | 'party-of-case' | 'not-admin' | 'case-notes-full' | LockedCase> {
  const row = await lockCase(trx, id)
  if (!row) return 'report-not-found'
  const refused = await refuseParty(trx, row.id, adminId)
  if (refused) return refused
  const { count } = await trx
    .selectFrom('case_notes')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('case_id', '=', row.id)
    .executeTakeFirstOrThrow()
  if (count >= CASE_NOTES_MAX) return 'case-notes-full'
  await trx
    .insertInto('case_notes')
    .values({ id: newId(), case_id: row.id, admin_id: adminId, body: text, created_at: now })
    .execute()
  return row
}
