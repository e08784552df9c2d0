import { searchWords } from '@barkyard/domain/admin'
import { type AuditAction, type AuditDetails, auditActionsInWords, isAuditAction } from '@barkyard/domain/audit'
import type { AuditEntry, AuditQuery } from '@barkyard/domain/schemas/admin'
import { sql } from 'kysely'
import type { Db, Trx } from '../open.ts'
import { type CountedPage, containsAll, counted, pageById, type UnknownCursor } from './paging.ts'
import { shapeOf } from './shape.ts'

/** The number of deleted users' ids that a list shows of one entry. A search finds all of them. */
const USERS_LISTED = 20

/** Stands for the command line, which is no user. */
const COMMAND_LINE = '00000000-0000-0000-0000-000000000000'

interface Target {
  dogId?: string | null
  /** The user concerned. Default: the dog's owner. */
  userId?: string | null
}

export type AuditNote = Target &
  (
    | { action: Exclude<AuditAction, keyof AuditDetails>; detail?: never }
    | { [D in keyof AuditDetails]: { action: D; detail: AuditDetails[D] } }[keyof AuditDetails]
  )

/**
 * Notes what an admin did, with the dog's name and its owner's e-mail as they are now. This works even if the
 * admin's own account is gone. The users named are locked until the transaction ends: it waits for a deletion that is
 * under way, so that no name of a deleted user stays.
 * @param adminId null: the command line.
 */
export async function writeAudit(trx: Trx, adminId: string | null, note: AuditNote): Promise<void> {
  const admin = adminId ?? COMMAND_LINE
  const dogId = note.dogId ?? null
  await sql`
    WITH dog AS (SELECT name, user_id FROM dogs WHERE id = ${dogId}::uuid),
      target AS (SELECT coalesce(${note.userId ?? null}::uuid, (SELECT user_id FROM dog)) AS id),
      named AS MATERIALIZED (
        SELECT id, email FROM users WHERE id IN (${admin}::uuid, (SELECT id FROM target)) ORDER BY id FOR KEY SHARE
      )
    INSERT INTO audit_log (id, admin_id, admin_email, action, dog_id, user_id, detail)
    SELECT audit_id(), ${admin}::uuid, coalesce((SELECT email FROM named WHERE id = ${admin}::uuid), ''),
           ${note.action}::text, ${dogId}::uuid, target.id,
           jsonb_strip_nulls(
             jsonb_build_object('name', (SELECT name FROM dog), 'owner', (SELECT email FROM named WHERE id = target.id))
               || ${JSON.stringify(note.detail ?? {})}::jsonb)
    FROM target
  `.execute(trx)
}

/** The detail with a bounded number of ids: deleting ten thousand users is one entry. */
const listedDetail = sql<AuditEntry['detail']>`CASE WHEN jsonb_exists(detail, 'userIds')
  THEN jsonb_set(detail, '{userIds}', jsonb_path_query_array(detail, ${`$.userIds[0 to ${USERS_LISTED - 1}]`}::jsonpath))
  ELSE detail END`

const entry = shapeOf('audit_log', 'id', 'at', 'action', 'dog_id', 'user_id')

/** What admins did, newest first. */
export async function listAudit(db: Db, query: AuditQuery): Promise<CountedPage<AuditEntry> | UnknownCursor> {
  const words = searchWords(query.search)
  const like = (pattern: string, word: string) =>
    sql<boolean>`(search_key LIKE ${pattern} OR action = ANY (${auditActionsInWords(word)}::text[]))`
  const found = db.selectFrom('audit_log').$if(words.length > 0, select => select.where(containsAll(words, like)))
  const listed = found.select(entry.columns).select(['admin_id', 'admin_email', listedDetail.as('detail')])
  const page = await pageById(listed, 'id', query, row => ({
    ...entry.of(row),
    adminEmail: row.admin_email || null,
    action: isAuditAction(row.action) ? row.action : 'other',
    detail: { ...row.detail, ...(row.admin_id === COMMAND_LINE && { commandLine: true as const }) },
  }))
  return counted(db, page, found, query.cursor)
}
