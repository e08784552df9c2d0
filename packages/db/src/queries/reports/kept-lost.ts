import { pairOf } from '@barkyard/domain/matching'
import { EVIDENCE_TITLES } from '@barkyard/domain/report'
import type { AdminReportDetails, KeptLost } from '@barkyard/domain/schemas/report'
import type { Owner } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { newId } from '../ids.ts'

type LostWords = Omit<KeptLost, 'lostId' | 'sightingId' | 'keptAt' | 'photo'>

/** A search, or a sighting of one, that somebody may report. */
export interface ReportedWords {
  lostId: string
  sightingId: string | null
  dogId: string
  dogName: string
  /** Who wrote the words; null: somebody without an account. */
  writerId: string | null
  words: LostWords
  /** The key of the photo of a sighting. */
  evidenceKey: string | null
}

/** The number of versions of the words that a case keeps, so that repeated edits do not fill the table. */
const WORDS_KEPT = 20

/** The search with an id, once others may see it. Whether the reporter sees its dog is another question. */
export async function findReportedLost(trx: Trx, id: string): Promise<ReportedWords | undefined> {
  const row = await trx
    .selectFrom('lost_cases')
    .innerJoin('dogs', 'dogs.id', 'lost_cases.dog_id')
    .selectAll('lost_cases')
    .select('dogs.name')
    .where('lost_cases.id', '=', id)
    .where('lost_cases.state', '<>', 'waiting')
    .executeTakeFirst()
  if (!row) return undefined
  const { last_seen_at: at, ...said } = row
  return {
    ...{ lostId: row.id, sightingId: null, dogId: row.dog_id, dogName: row.name, writerId: row.user_id },
    words: wordsOf({ ...said, at, place: null, state: null }),
    evidenceKey: null,
  }
}

/** What is kept of a search or a sighting, as it read. Never the mark that only the owner knows. */
function wordsOf(said: Omit<LostWords, 'at' | 'where'> & { at: Date; place: string | null }): LostWords {
  const { at, lat, lng, place: where, state, note, wearing, phone } = said
  return { at: at.toISOString(), lat, lng, where, state, note, wearing, phone }
}

/** A sighting of the reporter's own dog: nobody else reads it. Its photo stays until the transaction ends. */
export async function findReportedSighting(trx: Trx, { userId }: Owner, id: string) {
  const row = await trx
    .selectFrom('lost_sightings')
    .innerJoin('lost_cases', 'lost_cases.id', 'lost_sightings.lost_id')
    .innerJoin('dogs', 'dogs.id', 'lost_cases.dog_id')
    .selectAll('lost_sightings')
    .select(['dogs.name', 'lost_cases.dog_id'])
    .where('lost_sightings.id', '=', id)
    .where('lost_cases.user_id', '=', userId)
    .forKeyShare('lost_sightings')
    .executeTakeFirst()
  return (
    row && {
      ...{ lostId: row.lost_id, sightingId: row.id, dogId: row.dog_id, dogName: row.name, writerId: row.user_id },
      words: wordsOf({ ...row, wearing: null }),
      evidenceKey: row.evidence_key,
    }
  )
}

/** Keeps the words unless they are kept already. @returns whether that changed anything. */
export async function keepWords(trx: Trx, caseId: string, { lostId, sightingId, words }: ReportedWords, now: Date) {
  const text = JSON.stringify(words)
  const { numAffectedRows } = await sql`
    INSERT INTO report_lost (id, case_id, lost_id, sighting_id, words, created_at)
    SELECT ${newId()}::uuid, ${caseId}::uuid, ${lostId}::uuid, ${sightingId}::uuid, ${text}::jsonb, ${now}
    WHERE (SELECT words FROM report_lost WHERE case_id = ${caseId} AND lost_id = ${lostId} ORDER BY id DESC LIMIT 1)
        IS DISTINCT FROM ${text}::jsonb
      AND (SELECT count(*) FROM report_lost WHERE case_id = ${caseId}) < ${WORDS_KEPT}::int
  `.execute(trx)
  return numAffectedRows === 1n
}

/** The words that a case keeps, newest first. @param urlOf the address of a kept photo. */
export async function keptLost(db: Db, caseId: string, urlOf: (photoId: string) => string): Promise<KeptLost[]> {
  const rows = await db
    .selectFrom('report_lost')
    .leftJoin('report_photos', join =>
      join
        .onRef('report_photos.case_id', '=', 'report_lost.case_id')
        .onRef('report_photos.photo_id', '=', 'report_lost.sighting_id'),
    )
    .select(['report_lost.lost_id as lostId', 'report_lost.sighting_id as sightingId', 'report_photos.photo_id'])
    .select(['report_lost.words', 'report_lost.created_at'])
    .where('report_lost.case_id', '=', caseId)
    .orderBy('report_lost.id', 'desc')
    .execute()
  return rows.map(({ words, created_at, photo_id, ...about }) => ({
    ...words,
    ...about,
    keptAt: created_at.toISOString(),
    photo: photo_id === null ? null : urlOf(photo_id),
  }))
}

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
    .select(['source_id as id', 'kind', 'title', 'dog_id as byDogId', 'when_ts'])
    .where('case_id', '=', caseId)
    .orderBy('when_ts', 'desc')
    .orderBy('source_id')
    .orderBy('title')
    .limit(TITLES_MAX)
    .execute()
  return rows.reverse().map(({ when_ts, ...row }) => ({ ...row, whenTs: when_ts.toISOString() }))
}
