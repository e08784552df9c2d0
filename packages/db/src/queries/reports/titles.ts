import { pairOf } from '@barkyard/domain/matching'
import { EVIDENCE_TITLES } from '@barkyard/domain/report'
import type { AdminReportDetails } from '@barkyard/domain/schemas/report'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import type { Trx } from '../../transaction.ts'

/** The most titles in one answer. */
const TITLES_MAX = 500

/**
 * Keeps the titles of the last playdates of two dogs that have one, with requested ones, and those of the reported dog's last walks: what
 * one owner writes and another reads. Those of the reporter's side are deleted with the reporter's account.
 * @param actingDogId the reporter's dog.
 * @returns whether any is new.
 */
export async function keepTitles(
  trx: Trx,
  caseId: string,
  { actingDogId, dogId, reporterId }: { actingDogId: string | null; dogId: string; reporterId: string },
): Promise<boolean> {
  const [a, b] = actingDogId === null ? [null, null] : pairOf(actingDogId, dogId)
  const { numAffectedRows } = await sql`
    WITH met AS (
      SELECT * FROM playdates WHERE match_id = (SELECT id FROM matches WHERE dog_a_id = ${a}::uuid AND dog_b_id = ${b}::uuid)
        AND (notes <> '' OR coalesce(changes ->> 'notes', '') <> '')
      ORDER BY when_ts DESC LIMIT ${EVIDENCE_TITLES}
    ), written AS (
      SELECT id, 'playdate' AS kind, coalesce(notes_by_dog_id, proposer_dog_id) AS by_dog_id, notes AS title, when_ts FROM met
      UNION ALL
      SELECT id, 'playdate', (changes ->> 'byDogId')::uuid, changes ->> 'notes', when_ts FROM met
      WHERE changes IS NOT NULL AND changes ->> 'notes' <> notes
      UNION ALL
      (SELECT id, 'walk', host_dog_id, title, when_ts FROM walks WHERE host_dog_id = ${dogId}::uuid
       ORDER BY when_ts DESC LIMIT ${EVIDENCE_TITLES})
    )
    INSERT INTO report_titles (case_id, source_id, kind, dog_id, reporter_id, title, when_ts)
    SELECT ${caseId}::uuid, id, kind, by_dog_id, CASE WHEN by_dog_id <> ${dogId}::uuid THEN ${reporterId}::uuid END,
      title, when_ts
    FROM written WHERE title <> ''
    ON CONFLICT DO NOTHING
  `.execute(trx)
  return (numAffectedRows ?? 0n) > 0n
}

/** The titles that a case keeps, by the time of what they name. */
export async function keptTitles(db: Db, caseId: string): Promise<AdminReportDetails['evidence']['titles']> {
  const rows = await db
    .selectFrom('report_titles')
    .select(['source_id', 'kind', 'dog_id', 'title', 'when_ts'])
    .where('case_id', '=', caseId)
    .orderBy('when_ts', 'desc')
    .orderBy('source_id')
    .orderBy('title')
    .limit(TITLES_MAX)
    .execute()
  return rows.reverse().map(row => ({
    id: row.source_id,
    kind: row.kind,
    title: row.title,
    byDogId: row.dog_id,
    whenTs: row.when_ts.toISOString(),
  }))
}
