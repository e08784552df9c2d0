import type { AuditEntry, AuditQuery } from '@barkyard/domain/admin'
import { sql } from 'kysely'
import type { Db } from '../open.ts'
import type { Trx } from '../transaction.ts'
import { isId, newId } from './ids.ts'
import { containing, type Page } from './paging.ts'

export interface AuditNote {
  action: string
  dogId?: string | null
  userId?: string | null
  /** Names of what the ids name; never a place or a password. */
  detail?: Record<string, unknown>
}

/** Notes what an admin did. */
export async function writeAudit(db: Db | Trx, adminId: string, note: AuditNote): Promise<void> {
  await db
    .insertInto('audit_log')
    .columns(['id', 'admin_id', 'admin_email', 'action', 'dog_id', 'user_id', 'detail'])
    .expression(eb =>
      eb
        .selectFrom('users')
        .select([
          sql<string>`${newId()}::uuid`.as('id'),
          'users.id as admin_id',
          'users.email as admin_email',
          sql<string>`${note.action}::text`.as('action'),
          sql<string | null>`${note.dogId ?? null}::uuid`.as('dog_id'),
          sql<string | null>`${note.userId ?? null}::uuid`.as('user_id'),
          sql<string>`${JSON.stringify(note.detail ?? {})}::jsonb`.as('detail'),
        ])
        .where('users.id', '=', adminId),
    )
    .execute()
}

/** What admins did, newest first; null where the cursor is unknown. */
export async function listAudit(db: Db, query: AuditQuery): Promise<Page<AuditEntry> | null> {
  if (query.cursor !== undefined && !isId(query.cursor)) return null
  const pattern = containing(query.search)
  const found = db
    .selectFrom('audit_log')
    .$if(pattern !== null, select =>
      select.where(sql<boolean>`lower(admin_email || ' ' || action || ' ' || detail::text) LIKE ${pattern}`),
    )
  const rows = await found
    .select(['id', 'at', 'admin_email', 'action', 'dog_id', 'user_id', 'detail'])
    .$if(query.cursor !== undefined, select => select.where('id', '<', query.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute()
  const { total } = await found.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
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
    total,
  }
}
