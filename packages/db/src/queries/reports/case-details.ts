import { type Dog, UNTOLD } from '@barkyard/domain/schemas/dog'
import type { AdminReportDetails, Decision } from '@barkyard/domain/schemas/report'
import { dayOf } from '@barkyard/domain/verification-days'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import { dogColumns } from '../columns.ts'
import { toDog } from '../dogs/dogs.ts'
import { message } from '../messages/messages.ts'
import { byAdmin, listCaseNotes } from './case-lock.ts'
import { keptLost, keptTitles } from './kept-lost.ts'
import { isSuspendedRow } from './moderation.ts'
import { findCaseRow, listCasesAbout, toAdminReport, type Viewpoint } from './moderation-queue.ts'
import { refuseParty } from './parties.ts'

/** The most items of each growing list in one answer. */
const REPORTERS_MAX = 500
const MESSAGES_MAX = 500
const DUPLICATES_MAX = 50

const keptPhotoUrl = (caseId: string, photoId: string) => `/api/admin/reports/${caseId}/photos/${photoId}`

/** A case with everything that a decision needs. An appeal has the evidence of the decision that it is against. */
export async function findCaseDetails(db: Db, givenId: string, viewpoint: Viewpoint) {
  const row = await findCaseRow(db, givenId)
  if (!row) return 'report-not-found'
  const { id } = row
  const refused = await refuseParty(db, id, viewpoint.adminId)
  if (refused) return refused
  const evidenceId = row.evidence_id
  const caseIds = [evidenceId, id]
  const [dogs, photos, twins, messages, titles, lost, reportedBy, decisions, adminNotes, current, earlier] =
    await Promise.all([
      db.selectFrom('report_dogs').select('dog').where('case_id', '=', evidenceId).orderBy('id', 'desc').execute(),
      keptPhotos(db, evidenceId),
      duplicatesOf(db, evidenceId),
      keptMessages(db, evidenceId),
      keptTitles(db, evidenceId),
      keptLost(db, evidenceId, photoId => keptPhotoUrl(evidenceId, photoId)),
      reportersOf(db, evidenceId),
      decisionsOf(db, caseIds),
      listCaseNotes(db, caseIds),
      db.selectFrom('dogs').select(dogColumns).where('id', '=', row.dog_id).executeTakeFirst(),
      row.owner_id === null ? [] : listCasesAbout(db, row.owner_id, viewpoint.adminId, caseIds),
    ])
  const [dog = null, ...earlierDogs] = dogs.map(kept => withKeptPhotos(kept.dog, evidenceId))
  return {
    ...toAdminReport(row, viewpoint),
    evidence: { dog, earlierDogs, photos, twins, messages, titles, lost },
    reportedBy,
    decisions,
    adminNotes,
    currentDog: current ? toDog(current, dayOf(viewpoint.now)) : null,
    suspension: isSuspendedRow(row, viewpoint.now) ? { until: row.suspended_until?.toISOString() ?? null } : null,
    earlier,
  }
}

/** The key of a photo that a case keeps. */
export async function findKeptPhoto(db: Db, caseId: string, photoId: string, adminId: string) {
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

/** A dog as it was, with the addresses of the kept photos. What was not yet known of it then has the value of unknown. */
const withKeptPhotos = (dog: Dog, caseId: string): Dog => ({
  ...{ verified: { photo: false, vaccinatedUntil: null }, ...UNTOLD },
  ...dog,
  photos: dog.photos.map(photo => {
    const url = keptPhotoUrl(caseId, photo.id)
    return { ...photo, urlThumb: url, urlLarge: url }
  }),
})

async function keptPhotos(db: Db, caseId: string): Promise<AdminReportDetails['evidence']['photos']> {
  const rows = await db
    .selectFrom('report_photos')
    .leftJoin('photos', join =>
      join.onRef('photos.id', '=', 'report_photos.photo_id').on('photos.deleted_at', 'is', null),
    )
    .select('report_photos.photo_id as id')
    .select([
      sql<boolean>`EXISTS (
        SELECT FROM reports
        WHERE reports.case_id = report_photos.case_id AND reports.photo_id = report_photos.photo_id)`.as('reported'),
      sql<boolean>`photos.id IS NULL`.as('removed'),
    ])
    .where('report_photos.case_id', '=', caseId)
    // That of a sighting is shown with its words.
    .where(sql<boolean>`NOT EXISTS (
      SELECT FROM report_lost
      WHERE report_lost.case_id = report_photos.case_id AND report_lost.sighting_id = report_photos.photo_id)`)
    // The other photos of duplicates are listed with these.
    .where(sql<boolean>`NOT EXISTS (
      SELECT FROM report_twins
      WHERE report_twins.case_id = report_photos.case_id AND report_twins.other_photo_id = report_photos.photo_id)`)
    .orderBy('report_photos.photo_id')
    .execute()
  return rows.map(row => ({ ...row, url: keptPhotoUrl(caseId, row.id) }))
}

/** Photos of the dog that equal others. */
async function duplicatesOf(db: Db, caseId: string): Promise<AdminReportDetails['evidence']['twins']> {
  const rows = await db
    .selectFrom('report_twins')
    .leftJoin('report_photos', join =>
      join
        .onRef('report_photos.case_id', '=', 'report_twins.case_id')
        .onRef('report_photos.photo_id', '=', 'report_twins.other_photo_id'),
    )
    .select(['report_twins.photo_id', 'other_photo_id as photoId', 'other_dog_id as dogId'])
    .select(['other_dog_name as dogName', 'was_removed as removed', 'report_photos.key'])
    .where('report_twins.case_id', '=', caseId)
    .orderBy('report_twins.photo_id')
    .orderBy('report_twins.other_photo_id')
    .limit(DUPLICATES_MAX)
    .execute()
  return rows.map(({ photo_id, key, ...other }) => ({
    photoId: photo_id,
    other: { ...other, url: key === null ? null : keptPhotoUrl(caseId, other.photoId) },
  }))
}

/** The newest kept messages, in the order in which they were sent. */
async function keptMessages(db: Db, caseId: string) {
  const rows = await db
    .selectFrom('report_messages')
    .select(['message_id as id', 'match_id', 'seq', 'sender_dog_id', 'body', 'created_at'])
    .where('case_id', '=', caseId)
    .orderBy('created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(MESSAGES_MAX)
    .execute()
  return rows.reverse().map(message.of)
}

const reportersOf = (db: Db, caseId: string) =>
  db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.reporter_id')
    .select(['users.id', 'users.first_name as firstName', 'users.last_name as lastName'])
    .where('reports.case_id', '=', caseId)
    .orderBy('reports.created_at')
    .limit(REPORTERS_MAX)
    .execute()

async function decisionsOf(db: Db, caseIds: string[]): Promise<Decision[]> {
  const rows = await db
    .selectFrom('decisions')
    .leftJoin('users', 'users.id', 'decisions.admin_id')
    .select(['action', 'statement', 'until', 'decisions.created_at', 'first_name', 'last_name'])
    .where('case_id', 'in', caseIds)
    .orderBy('decisions.id')
    .execute()
  return rows.map(row => ({
    action: row.action,
    statement: row.statement,
    ...byAdmin(row),
    until: row.until?.toISOString() ?? null,
  }))
}
