import { sql } from 'kysely'
import type { Trx } from '../../open.ts'

// OFFSET 0 keeps the planner from a join, which would read all reports.
/** Whether the case in the row `report_cases` is open, and only an equal photo has opened it. */
const isUnreported = sql<boolean>`(
  report_cases.decided_at IS NULL AND report_cases.appeal_of IS NULL
  AND NOT EXISTS (SELECT FROM reports WHERE reports.case_id = report_cases.id OFFSET 0))`

const hasDuplicates = sql<boolean>`EXISTS (SELECT FROM report_twins WHERE report_twins.case_id = report_cases.id OFFSET 0)`

/**
 * Deletes what cases that nobody has reported keep of deleted photos, and the cases whose dog, or whose last equal photo, is gone. Call
 * it once the rows are deleted: whoever keeps a photo holds its row until then.
 * @param dogIds the dogs of the photos. @param photoIds the deleted photos.
 */
export async function forgetUnreported(
  trx: Trx,
  { dogIds, photoIds }: { dogIds: readonly string[]; photoIds: readonly string[] },
): Promise<void> {
  const dogs = sql`ANY (${dogIds}::uuid[])`
  const photos = sql`ANY (${photoIds}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    SELECT report_cases.id FROM report_cases
    WHERE id = ANY (ARRAY(
        SELECT id FROM report_cases WHERE dog_id = ${dogs} AND decided_at IS NULL AND appeal_of IS NULL
        UNION SELECT case_id FROM report_twins WHERE other_dog_id = ${dogs}))
      AND ${isUnreported} AND ${hasDuplicates}
    ORDER BY report_cases.id FOR UPDATE`.execute(trx)
  if (rows.length === 0) return
  // A report may have joined a case until it was locked.
  const cases = sql`report_cases.id = ANY (${rows.map(({ id }) => id)}::uuid[]) AND ${isUnreported}`
  for (const kept of [sql.table('report_twins'), sql.table('report_photos')])
    await sql`DELETE FROM ${kept} AS kept USING report_cases
      WHERE kept.case_id = report_cases.id AND kept.photo_id = ${photos} AND ${cases}`.execute(trx)
  await sql`DELETE FROM report_cases WHERE ${cases} AND (
    NOT EXISTS (SELECT FROM dogs WHERE dogs.id = report_cases.dog_id OFFSET 0) OR NOT ${hasDuplicates})`.execute(trx)
}
