import type { AuditEntry, AuditQuery } from '@barkyard/domain/admin'
import { sql } from 'kysely'
import type { Db } from '../open.ts'
import type { Trx } from '../transaction.ts'
import { isId, newId } from './ids.ts'
import { containing, type Page, totalOf } from './paging.ts'

/** E-mails of one entry that a list answers; a search finds all of them. */
const EMAILS_LISTED = 20

export interface AuditNote {
  action: string
  dogId?: string | null
  /** Whom it concerned; absent: the dog's owner. */
  userId?: string | null
  /** More than the dog's `name` and its owner's e-mail (`owner`), which are noted by themselves; never a place or a password. */
  detail?: Record<string, unknown>
}

/** Notes what an admin did, with the names of what it was done to as they are now. @returns the entry's id. */
export async function writeAudit(db: Db | Trx, adminId: string, note: AuditNote): Promise<string> {
  const id = newId()
  const dogId = note.dogId !== undefined && note.dogId !== null && isId(note.dogId) ? note.dogId : null
  await sql`
    INSERT INTO audit_log (id, admin_id, admin_email, action, dog_id, user_id, detail)
    SELECT ${id}::uuid, admin.id, admin.email, ${note.action}::text, ${dogId}::uuid,
           coalesce(${note.userId ?? null}::uuid, dog.user_id),
           jsonb_strip_nulls(jsonb_build_object('name', dog.name, 'owner', owner.email))
             || ${JSON.stringify(note.detail ?? {})}::jsonb
    FROM users AS admin
    LEFT JOIN dogs AS dog ON dog.id = ${dogId}::uuid
    LEFT JOIN users AS owner ON owner.id = coalesce(${note.userId ?? null}::uuid, dog.user_id)
    WHERE admin.id = ${adminId}::uuid
  `.execute(db)
  return id
}

/** Takes back the note of what was then refused. */
export const dropAudit = (db: Db, id: string) => db.deleteFrom('audit_log').where('id', '=', id).execute()

/** The detail with a bounded number of e-mails: deleting ten thousand users is one entry. */
const listedDetail = sql<Record<string, unknown>>`CASE WHEN jsonb_exists(detail, 'emails')
  THEN jsonb_set(detail, '{emails}', jsonb_path_query_array(detail, ${`$.emails[0 to ${EMAILS_LISTED - 1}]`}::jsonpath))
  ELSE detail END`

/** What admins did, newest first; null where the cursor is unknown. */
export async function listAudit(db: Db, query: AuditQuery): Promise<Page<AuditEntry> | null> {
  if (query.cursor !== undefined) {
    const known =
      isId(query.cursor) &&
      (await db.selectFrom('audit_log').select('id').where('id', '=', query.cursor).executeTakeFirst())
    if (!known) return null
  }
  const pattern = containing(query.search)
  const found = db
    .selectFrom('audit_log')
    .$if(pattern !== null, select => select.where('search_key', 'like', pattern ?? ''))
  const rows = await found
    .select(['id', 'at', 'admin_email', 'action', 'dog_id', 'user_id', listedDetail.as('detail')])
    .$if(query.cursor !== undefined, select => select.where('id', '<', query.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute()
  return {
    items: rows.slice(0, query.limit).map(row => ({
      id: row.id,
      at: row.at.toISOString(),
      adminEmail: row.admin_email,
      action: row.action,
      dogId: row.dog_id,
      userId: row.user_id,
      detail: row.detail,
    })),
    nextCursor: rows.length > query.limit ? (rows[query.limit - 1]?.id ?? null) : null,
    total: await totalOf(db, sql`${found.select(sql.lit(1).as('one'))}`, query, rows.length),
  }
}
