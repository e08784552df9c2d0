import { sql } from 'kysely'
import type { Db } from '../../open.ts'

/** Rows that one statement deletes. */
const SWEPT_AT_ONCE = 500

/**
 * Deletes cases that were decided before `since`, with their evidence, unless an appeal is open or was decided later.
 * Their decisions are deleted too, except those that are still in force, because the owner may read the reason. Photos
 * that decisions removed before `since` are no longer recognised.
 */
export async function sweepCases(db: Db, since: Date): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM report_cases WHERE id = ANY (ARRAY(
        SELECT id FROM report_cases old WHERE decided_at < ${since} AND NOT EXISTS (
          SELECT FROM decisions JOIN report_cases appeal ON appeal.appeal_of = decisions.id
          WHERE decisions.case_id = old.id AND (appeal.decided_at IS NULL OR appeal.decided_at >= ${since}))
        ORDER BY decided_at LIMIT ${SWEPT_AT_ONCE}))
    `.execute(db)
    if ((numAffectedRows ?? 0n) < SWEPT_AT_ONCE) break
  }
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM decisions WHERE id = ANY (ARRAY(
        SELECT id FROM decisions WHERE created_at < ${since} AND case_id IS NULL
          AND (owner_id IS NULL OR action NOT IN ('hide-dog', 'suspend'))
        LIMIT ${SWEPT_AT_ONCE}))
    `.execute(db)
    if ((numAffectedRows ?? 0n) < SWEPT_AT_ONCE) break
  }
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM photo_hashes WHERE photo_id = ANY (ARRAY(
        SELECT photo_id FROM photo_hashes WHERE removed_at < ${since} ORDER BY removed_at LIMIT ${SWEPT_AT_ONCE}))
    `.execute(db)
    if ((numAffectedRows ?? 0n) < SWEPT_AT_ONCE) return
  }
}
