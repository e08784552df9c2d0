import { sql } from 'kysely'
import type { Db } from '../open.ts'
import type { Trx } from '../transaction.ts'

/** The ids of all admins, who are few. */
export async function listAdminIds(db: Db | Trx): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('is_admin', '=', sql.lit(true)).execute()
  return rows.map(row => row.id)
}

/** Whether another admin can decide about what belongs to this one: not one who is suspended. */
export async function hasOtherAdmin(trx: Trx, adminId: string): Promise<boolean> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', sql.lit(true))
    .where('suspended_at', 'is', null)
    .where('id', '<>', adminId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
