import type { Dog } from '@barkyard/domain/schemas/dog'
import type { AdminReportDetails, Decision } from '@barkyard/domain/schemas/report'
import type { Db } from '../open.ts'
import { dogColumns } from './columns.ts'
import { toDog } from './dogs.ts'
import { adminName, findCaseRow, toAdminReport, type Viewpoint } from './moderation-queue.ts'

/** The most items of each growing list in one answer. */
const REPORTERS_MAX = 500
const MESSAGES_MAX = 500
const EARLIER_MAX = 50

/** The address at which admins read a kept photo. */
const keptPhotoUrl = (caseId: string, photoId: string) => `/api/admin/reports/${caseId}/photos/${photoId}`

/** A case with everything that a decision needs. An appeal has the evidence of the decision that it is against. */
export async function findCaseDetails(
  db: Db,
  id: string,
  viewpoint: Viewpoint,
): Promise<AdminReportDetails | undefined> {
  const row = await findCaseRow(db, id)
  if (!row) return undefined
  const appealed = row.appeal_of === null ? null : await findAppealed(db, row.appeal_of)
  const evidenceId = appealed?.case_id ?? id
  const [dogs, photos, messages, reportedBy, decisions, current, earlier] = await Promise.all([
    db.selectFrom('report_dogs').select('dog').where('case_id', '=', evidenceId).orderBy('id', 'desc').execute(),
    keptPhotos(db, evidenceId),
    keptMessages(db, evidenceId),
    reportersOf(db, evidenceId),
    decisionsOf(db, row.appeal_of === null ? [id] : [evidenceId, id]),
    db.selectFrom('dogs').select(dogColumns).where('id', '=', row.dog_id).executeTakeFirst(),
    row.owner_id === null ? [] : otherCasesOf(db, row.owner_id, [id, evidenceId]),
  ])
  const [dog = null, ...earlierDogs] = dogs.map(kept => withKeptPhotos(kept.dog, evidenceId))
  return {
    ...toAdminReport(row, viewpoint),
    evidence: { dog, earlierDogs, photos, messages },
    reportedBy,
    decisions,
    currentDog: current ? toDog(current) : null,
    earlier,
  }
}

const findAppealed = (db: Db, decisionId: string) =>
  db.selectFrom('decisions').select('case_id').where('id', '=', decisionId).executeTakeFirst()

/** A dog as it was, with the addresses of the kept photos. */
const withKeptPhotos = (dog: Dog, caseId: string): Dog => ({
  ...dog,
  photos: dog.photos.map(photo => {
    const url = keptPhotoUrl(caseId, photo.id)
    return { ...photo, urlThumb: url, urlLarge: url }
  }),
})

async function keptPhotos(db: Db, caseId: string): Promise<AdminReportDetails['evidence']['photos']> {
  const rows = await db
    .selectFrom('report_photos')
    .leftJoin('photos', 'photos.id', 'report_photos.photo_id')
    .select(['report_photos.photo_id', 'photos.id'])
    .select(eb =>
      eb
        .exists(
          eb
            .selectFrom('reports')
            .select('case_id')
            .whereRef('reports.case_id', '=', 'report_photos.case_id')
            .whereRef('reports.photo_id', '=', 'report_photos.photo_id'),
        )
        .as('reported'),
    )
    .where('report_photos.case_id', '=', caseId)
    .orderBy('report_photos.photo_id')
    .execute()
  return rows.map(row => ({
    id: row.photo_id,
    url: keptPhotoUrl(caseId, row.photo_id),
    reported: Boolean(row.reported),
    removed: row.id === null,
  }))
}

/** The newest kept messages, in the order in which they were sent. */
async function keptMessages(db: Db, caseId: string) {
  const rows = await db
    .selectFrom('report_messages')
    .select(['message_id', 'match_id', 'seq', 'sender_dog_id', 'body', 'created_at'])
    .where('case_id', '=', caseId)
    .orderBy('created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(MESSAGES_MAX)
    .execute()
  return rows.reverse().map(row => ({
    id: row.message_id,
    matchId: row.match_id,
    senderDogId: row.sender_dog_id,
    body: row.body,
    createdAt: row.created_at.toISOString(),
    seq: row.seq,
  }))
}

async function reportersOf(db: Db, caseId: string) {
  const rows = await db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.reporter_id')
    .select(['users.id', 'users.first_name', 'users.last_name'])
    .where('reports.case_id', '=', caseId)
    .orderBy('reports.created_at')
    .limit(REPORTERS_MAX)
    .execute()
  return rows.map(row => ({ id: row.id, firstName: row.first_name, lastName: row.last_name }))
}

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
    by: adminName(row.first_name, row.last_name) || 'A former admin',
    at: row.created_at.toISOString(),
    until: row.until?.toISOString() ?? null,
  }))
}

async function otherCasesOf(db: Db, ownerId: string, but: string[]): Promise<AdminReportDetails['earlier']> {
  const rows = await db
    .selectFrom('report_cases')
    .select(['id', 'kind', 'decided_at', 'created_at', 'dog_name'])
    .select(eb =>
      eb
        .selectFrom('decisions')
        .select('action')
        .whereRef('decisions.case_id', '=', 'report_cases.id')
        .limit(1)
        .as('action'),
    )
    .where('owner_id', '=', ownerId)
    .where('id', 'not in', but)
    .orderBy('id', 'desc')
    .limit(EARLIER_MAX)
    .execute()
  return rows.map(row => ({
    id: row.id,
    kind: row.kind,
    state: row.decided_at ? 'decided' : 'open',
    createdAt: row.created_at.toISOString(),
    dogName: row.dog_name,
    action: row.action,
  }))
}
