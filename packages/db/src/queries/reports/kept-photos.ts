import type { Db } from '../../open.ts'
import { inTransaction } from '../../transaction.ts'
import { isId } from '../ids.ts'
import { refuseParty } from './parties.ts'

/** Whether a report keeps the files of this key. */
export async function isKeptByReport(db: Db, key: string): Promise<boolean> {
  const row = await db.selectFrom('report_photos').select('key').where('key', '=', key).limit(1).executeTakeFirst()
  return row !== undefined
}

/**
 * Moves the kept photo of reports to another key, which was noted before its files were written.
 * @returns false if no report keeps it any more, or the new key was given up meanwhile.
 */
export async function renameKeptPhoto(db: Db, key: string, copy: string): Promise<boolean> {
  return inTransaction(db, async trx => {
    const noted = await trx
      .selectFrom('pending_photos')
      .select('key')
      .where('key', '=', copy)
      .forUpdate()
      .executeTakeFirst()
    if (!noted) return false
    const { numUpdatedRows } = await trx
      .updateTable('report_photos')
      .set({ key: copy })
      .where('key', '=', key)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await trx.deleteFrom('pending_photos').where('key', '=', copy).execute()
    return true
  })
}

/** The key of a photo that a case keeps. */
export async function findKeptPhoto(
  db: Db,
  caseId: string,
  photoId: string,
  adminId: string,
): Promise<string | 'party-of-case' | undefined> {
  if (!isId(caseId) || !isId(photoId)) return undefined
  const refused = await refuseParty(db, caseId, adminId)
  if (refused) return refused
  const row = await db
    .selectFrom('report_photos')
    .select('key')
    .where('case_id', '=', caseId)
    .where('photo_id', '=', photoId)
    .executeTakeFirst()
  return row?.key
}
