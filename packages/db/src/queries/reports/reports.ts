import { pairOf } from '@barkyard/domain/matching'
import { EVIDENCE_MESSAGES, REPORT_KINDS, type ReportKind } from '@barkyard/domain/report'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { NewReport, Report } from '@barkyard/domain/schemas/report'
import { dayOf } from '@barkyard/domain/verification-days'
import { actingDogOf, type Owner } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { listStaffIds } from '../admins.ts'
import { isSeenDespiteOwn } from '../blocks/visibility.ts'
import { dogColumns } from '../columns.ts'
import { toDog } from '../dogs/dogs.ts'
import { newId } from '../ids.ts'
import { everyItem, pageById } from '../paging.ts'
import { affectsRows } from '../rows.ts'
import { shapeOf } from '../shape.ts'
import { findReportedLost, findReportedSighting, keepTitles, keepWords } from './kept-lost.ts'
import { decidedOn } from './moderation-queue.ts'

/** The number of versions of a dog that a case keeps, so that repeated edits do not fill the table. */
const DOGS_KEPT = 20

interface ReportRequest extends Omit<NewReport, 'dogId'> {
  /** The dog that the case is about, or the sighting. */
  dogId: string
  reporterId: string
  /** The dog that the reporter acts as: its match with the reported dog is kept. */
  actingDogId: string | null
  now: Date
}

/**
 * Stores a report with its evidence. All open reports about a dog are one case, and another report is added to it. A report
 * of a search for the dog is one about the dog; one of a sighting is about who sent that.
 */
export async function storeReport(trx: Trx, reporter: Owner, report: NewReport & { now: Date }) {
  const found = await findReported(trx, reporter, report)
  if (typeof found === 'string') return found
  const { dog, words, evidence } = found
  const photos = evidence ?? (await lockPhotos(trx, found.dogId))
  // A photo of the lost dog says nothing about who sent a sighting.
  const photoId = dog ? report.photoId : undefined
  if (photoId !== undefined && !photos.some(photo => photo.id === photoId)) return 'other-photo'
  const acting = { reporterId: reporter.userId, actingDogId: actingDogOf(reporter) }
  const request = { ...report, ...acting, dogId: found.dogId, photoId }
  const caseId = await openCase(trx, request, found)
  const isNew = [
    await recordReporter(trx, caseId, request),
    await keepPhotos(trx, caseId, photos),
    words !== null && (await keepWords(trx, caseId, words, report.now)),
    dog !== null && (await keepDog(trx, caseId, dog)),
    dog !== null && (await keepMessages(trx, caseId, request)),
    dog !== null && (await keepTitles(trx, caseId, request)),
  ]
  return finishReport(trx, caseId, request, isNew.includes(true))
}

/** What a report is about. Nobody but the owner of the lost dog reads a sighting, so nobody else reports it. */
async function findReported(trx: Trx, reporter: Owner, { sightingId, lostId, dogId, now }: NewReport & { now: Date }) {
  if (sightingId !== undefined) {
    const words = await findReportedSighting(trx, reporter, sightingId)
    if (!words) return 'sighting-not-found'
    const { dogName: name, writerId: ownerId, evidenceKey: key } = words
    const evidence = key === null ? [] : [{ id: sightingId, key }]
    return { dogId: sightingId, dog: null, name, ownerId, words, evidence }
  }
  const words = lostId === undefined ? null : await findReportedLost(trx, lostId)
  if (words === undefined) return 'lost-not-found'
  const found = await findReportable(trx, reporter, words?.dogId ?? dogId ?? '', now)
  if (!found) return words ? 'lost-not-found' : 'dog-not-found'
  if (found.ownerId === reporter.userId) return 'own-dog'
  return { ...found, dogId: found.dog.id, name: found.dog.name, words, evidence: null }
}

/** Adds the note, and raises the version if anything is new. @returns the reporter's own id of the report, and whose queue changes. */
async function finishReport(trx: Trx, caseId: string, { note, reporterId, now }: ReportRequest, isNew: boolean) {
  if (note)
    await trx
      .insertInto('report_notes')
      .values({ id: newId(), case_id: caseId, author_id: reporterId, body: note, created_at: now })
      .execute()
  if (note || isNew)
    await trx.updateTable('report_cases').set({ version: sql`version + 1` }).where('id', '=', caseId).execute()
  const { id } = await trx
    .selectFrom('reports')
    .select('id')
    .where('case_id', '=', caseId)
    .where('reporter_id', '=', reporterId)
    .executeTakeFirstOrThrow()
  return { id, caseId, adminIds: await listStaffIds(trx) }
}

/** The more urgent of two kinds: that of the row, and the new one. */
const moreUrgent = (table: 'report_cases' | 'reports') => sql<ReportKind>`(${REPORT_KINDS}::text[])[least(
  array_position(${REPORT_KINDS}::text[], ${sql.ref(`${table}.kind`)}), array_position(${REPORT_KINDS}::text[], excluded.kind))]`

/** Finds or creates the open case about a dog, and locks it. A report after a decision opens a new case. */
export async function openCase(
  trx: Trx,
  { dogId, kind, now }: Pick<ReportRequest, 'dogId' | 'kind' | 'now'>,
  { name, ownerId }: { name: string; ownerId: string | null },
): Promise<string> {
  const { id } = await trx
    .insertInto('report_cases')
    .values({ id: newId(), kind, dog_id: dogId, dog_name: name, owner_id: ownerId, version: 0, created_at: now })
    .onConflict(conflict =>
      conflict
        .column('dog_id')
        .where('decided_at', 'is', null)
        .where('appeal_of', 'is', null)
        .doUpdateSet({ kind: moreUrgent('report_cases') }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns whether that changed anything, as with each of the functions below. */
function recordReporter(trx: Trx, caseId: string, { reporterId, kind, photoId, now }: ReportRequest) {
  const noted = trx
    .insertInto('reports')
    .values({ case_id: caseId, reporter_id: reporterId, kind, photo_id: photoId ?? null, created_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['case_id', 'reporter_id'])
        .doUpdateSet({ kind: moreUrgent('reports'), photo_id: sql`coalesce(excluded.photo_id, reports.photo_id)` })
        .where(
          sql<boolean>`(reports.kind, reports.photo_id) IS DISTINCT FROM
            (${moreUrgent('reports')}, coalesce(excluded.photo_id, reports.photo_id))`,
        ),
    )
  return affectsRows(noted)
}

export async function keepDog(trx: Trx, caseId: string, dog: Dog): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO report_dogs (id, case_id, dog)
    SELECT ${newId()}::uuid, ${caseId}::uuid, ${JSON.stringify(dog)}::jsonb
    WHERE (SELECT dog FROM report_dogs WHERE case_id = ${caseId} ORDER BY id DESC LIMIT 1)
        IS DISTINCT FROM ${JSON.stringify(dog)}::jsonb
      AND (SELECT count(*) FROM report_dogs WHERE case_id = ${caseId}) < ${DOGS_KEPT}::int
  `.execute(trx)
  return numAffectedRows === 1n
}

/** Locks the photos of a dog, and another one: their deletion must wait, because it keeps the files that a case keeps. */
export const lockPhotos = (trx: Trx, dogId: string, otherId: string | null = null) =>
  trx
    .selectFrom('photos')
    .select(['id', 'key'])
    .where(eb =>
      otherId === null ? eb('dog_id', '=', dogId) : eb.or([eb('dog_id', '=', dogId), eb('id', '=', otherId)]),
    )
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()

export async function keepPhotos(trx: Trx, caseId: string, photos: readonly { id: string; key: string }[]) {
  if (photos.length === 0) return false
  const rows = photos.map(({ id, key }) => ({ case_id: caseId, photo_id: id, key }))
  return affectsRows(
    trx
      .insertInto('report_photos')
      .values(rows)
      .onConflict(conflict => conflict.doNothing()),
  )
}

/** Keeps the newest messages of the match. Those of the reporter's side are deleted with the reporter's account. */
async function keepMessages(trx: Trx, caseId: string, { actingDogId, dogId, reporterId }: ReportRequest) {
  if (actingDogId === null) return false
  const [a, b] = pairOf(actingDogId, dogId)
  const { numAffectedRows } = await sql`
    INSERT INTO report_messages (case_id, message_id, match_id, seq, sender_dog_id, reporter_id, body, created_at)
    SELECT ${caseId}::uuid, id, match_id, seq, sender_dog_id,
      CASE WHEN sender_dog_id <> ${dogId}::uuid THEN ${reporterId}::uuid END, body, created_at
    FROM messages WHERE match_id = (SELECT id FROM matches WHERE dog_a_id = ${a} AND dog_b_id = ${b})
    ORDER BY seq DESC LIMIT ${EVIDENCE_MESSAGES}
    ON CONFLICT DO NOTHING
  `.execute(trx)
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * Finds a dog that the user may report: one that they see, or one that they no longer see because they blocked its owner
 * or ended the match. A block by the other side hides the dog, as it does elsewhere.
 */
async function findReportable(trx: Trx, reporter: Owner, dogId: string, now: Date) {
  const row = await trx
    .selectFrom('dogs')
    .select([...dogColumns, 'user_id'])
    .where('id', '=', dogId)
    .where(isSeenDespiteOwn(reporter))
    .executeTakeFirst()
  return row && { dog: toDog(row, dayOf(now)), ownerId: row.user_id }
}

const report = shapeOf('reports', 'id', 'kind', 'created_at')

const ownReports = (db: Db, reporterId: string) =>
  db
    .selectFrom('reports')
    .innerJoin('report_cases', 'report_cases.id', 'reports.case_id')
    .select([...report.columns, 'report_cases.decided_at', decidedOn.as('action')])
    .where('reporter_id', '=', reporterId)

const toReport = (row: Awaited<ReturnType<ReturnType<typeof ownReports>['execute']>>[number]): Report => ({
  ...report.of(row),
  state: row.decided_at ? 'decided' : 'open',
  outcome: row.decided_at ? (row.action === 'dismiss' ? 'not acted' : 'acted') : null,
})

/** A user's own reports, newest first. */
export const listReports = (db: Db, reporterId: string, page: { limit: number; cursor?: string | undefined }) =>
  pageById(ownReports(db, reporterId), 'reports.id', { ...page, time: 'reports.created_at' }, toReport)

/** Reports of a user that one query reads. */
const ARCHIVED_AT_ONCE = 200

/** All reports of a user with their notes, newest first, for the export of the account. */
export function archivedReports(db: Db, userId: string) {
  const notes = sql<string[]>`ARRAY(
    SELECT body FROM report_notes WHERE case_id = reports.case_id AND author_id = reports.reporter_id ORDER BY id)`
  const own = ownReports(db, userId).select(['report_cases.dog_name', notes.as('notes')])
  const by = { limit: ARCHIVED_AT_ONCE, time: 'reports.created_at' }
  return everyItem(cursor =>
    pageById(own, 'reports.id', { ...by, cursor }, row => {
      const { id, kind, createdAt, outcome } = toReport(row)
      return { id, dogName: row.dog_name, kind, createdAt, notes: row.notes, outcome }
    }),
  )
}
