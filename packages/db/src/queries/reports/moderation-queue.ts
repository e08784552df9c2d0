import type { ClaimFilter, ModerationAction, ReportSubject } from '@barkyard/domain/report'
import { hasRight, type Role } from '@barkyard/domain/rights'
import type { AdminReport, AdminReportsQuery, CaseSummary } from '@barkyard/domain/schemas/report'
import { type Expression, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db, Trx } from '../../open.ts'
import { counted, cursorOf, cutPage, pageById, positionOf } from '../paging.ts'
import { shapeOf } from '../shape.ts'
import { caseIdOf, evidenceCase, isForOthers } from './parties.ts'

/** The number of oldest notes of each case in the queue, and in the details of a case. */
const NOTES_LISTED = 20
const NOTES_MAX = 500

/** Who views a case, and when. Whether a claim holds depends on both. */
export interface Viewpoint {
  adminId: string
  role: Role
  now: Date
}

export const adminName = (first: string | null, last: string | null) => `${first ?? ''} ${last ?? ''}`.trim()

const queued = shapeOf('report_cases', 'id', 'kind', 'version', 'created_at')

const cases = (db: Db | Trx, notes: number) =>
  db
    .selectFrom('report_cases')
    .leftJoin('users as owner', 'owner.id', 'report_cases.owner_id')
    .leftJoin('users as admin', 'admin.id', 'report_cases.claimed_by')
    .select([...queued.columns, 'report_cases.decided_at', 'report_cases.dog_id', 'report_cases.dog_name'])
    .select([
      'report_cases.owner_id',
      'report_cases.appeal_of',
      'report_cases.claimed_by',
      'report_cases.claimed_until',
    ])
    .select(['owner.first_name', 'owner.last_name', 'owner.email', 'owner.suspended_at', 'owner.suspended_until'])
    .select(['admin.first_name as admin_first_name', 'admin.last_name as admin_last_name'])
    .select(eb => [
      jsonArrayFrom(
        eb
          .selectFrom('report_notes')
          .select(['body', sql<string>`created_at`.as('at')])
          .whereRef('case_id', '=', 'report_cases.id')
          .orderBy('report_notes.id')
          .limit(notes),
      ).as('notes'),
      eb
        .selectFrom('reports')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('reports.case_id', '=', 'report_cases.id')
        .as('reporters'),
      sql<ReportSubject>`coalesce((
        SELECT CASE WHEN sighting_id IS NULL THEN 'lost' ELSE 'sighting' END FROM report_lost
        WHERE report_lost.case_id = report_cases.id LIMIT 1), 'dog')`.as('about'),
    ])

export type CaseRow = Awaited<ReturnType<ReturnType<typeof cases>['execute']>>[number]

export function toAdminReport(row: CaseRow, { adminId, role, now }: Viewpoint): AdminReport {
  const claimedUntil = row.decided_at === null && row.claimed_by !== null ? row.claimed_until : null
  return {
    ...queued.of(row),
    notes: row.notes.map(note => ({ text: note.body, at: new Date(note.at).toISOString() })),
    state: row.decided_at ? 'decided' : 'open',
    about: row.about,
    dog: { id: row.dog_id, name: row.dog_name },
    owner:
      row.owner_id === null
        ? null
        : {
            id: row.owner_id,
            firstName: row.first_name ?? '',
            lastName: row.last_name ?? '',
            email: hasRight(role, 'addresses') ? row.email : null,
          },
    reporters: row.reporters ?? 0,
    claim:
      claimedUntil && claimedUntil > now
        ? {
            by: adminName(row.admin_first_name, row.admin_last_name),
            until: claimedUntil.toISOString(),
            mine: row.claimed_by === adminId,
          }
        : null,
  }
}

/** A case's row with everything that `toAdminReport` needs. */
export const findCaseRow = (db: Db | Trx, id: string) =>
  cases(db, NOTES_MAX)
    .select(evidenceCase.as('evidence_id'))
    .where('report_cases.id', '=', caseIdOf(id))
    .executeTakeFirst()

/** Whether a case is claimed now by whom a list asks for. */
function isClaimed(by: ClaimFilter, { adminId, now }: Viewpoint) {
  const holds = sql<boolean>`(report_cases.claimed_by IS NOT NULL AND report_cases.claimed_until > ${now})`
  if (by === 'nobody') return sql<boolean>`${holds} IS NOT TRUE`
  const isMine = sql<boolean>`report_cases.claimed_by = ${adminId}::uuid`
  return by === 'me' ? sql<boolean>`(${holds} AND ${isMine})` : sql<boolean>`(${holds} AND NOT ${isMine})`
}

/** The queue without the cases that are for other admins: urgent cases first, then the oldest. Decided cases: the last decided first. */
export async function listCases(db: Db, { state, claimed, limit, cursor }: AdminReportsQuery, viewpoint: Viewpoint) {
  const isOwn = sql<boolean>`NOT ${isForOthers(viewpoint.adminId)}`
  const isListed = claimed === 'anybody' ? isOwn : sql<boolean>`${isOwn} AND ${isClaimed(claimed, viewpoint)}`
  const isInState = state === 'open' ? sql<boolean>`decided_at IS NULL` : sql<boolean>`decided_at IS NOT NULL`
  const listed = cases(db, NOTES_LISTED).where(isInState).where(isListed)
  const toItem = (row: CaseRow) => toAdminReport(row, viewpoint)
  const page =
    state === 'open'
      ? await openCases(listed, { limit, cursor }, toItem)
      : await pageById(listed, 'report_cases.id', { limit, cursor, time: 'decided_at' }, toItem)
  return counted(db, page, db.selectFrom('report_cases').where(isInState).where(isListed), cursor)
}

async function openCases(
  listed: ReturnType<typeof cases>,
  { limit, cursor }: Pick<AdminReportsQuery, 'limit' | 'cursor'>,
  toItem: (row: CaseRow) => AdminReport,
) {
  const last = positionOf(cursor)
  if (last === 'unknown-cursor') return last
  const isUrgent = last?.at === '1'
  const rows = await listed
    .select(sql<string>`is_urgent::int::text`.as('at'))
    .$if(last !== null, open =>
      open.where(sql<boolean>`(is_urgent < ${isUrgent} OR is_urgent = ${isUrgent} AND report_cases.id > ${last?.id})`),
    )
    .orderBy('is_urgent', 'desc')
    .orderBy('report_cases.id')
    .limit(limit + 1)
    .execute()
  return cutPage(rows, limit, toItem, cursorOf)
}

/** The most cases of such a list. */
const CASES_LISTED = 50

const summary = shapeOf('report_cases', 'id', 'kind', 'created_at', 'dog_name')

/** What was decided about the case in the row of `report_cases`; null: it is open. */
export const decidedOn = sql<ModerationAction | null>`(
  SELECT action FROM decisions WHERE decisions.case_id = report_cases.id LIMIT 1)`

/** Cases in short, newest first, without those that are for other admins. */
async function summaries(db: Db, adminId: string, which: Expression<SqlBool>): Promise<CaseSummary[]> {
  const rows = await db
    .selectFrom('report_cases')
    .select([...summary.columns, 'report_cases.decided_at', decidedOn.as('action')])
    .where(sql<boolean>`NOT ${isForOthers(adminId)}`)
    .where(which)
    .orderBy('report_cases.id', 'desc')
    .limit(CASES_LISTED)
    .execute()
  return rows.map(row => ({ ...summary.of(row), state: row.decided_at ? 'decided' : 'open', action: row.action }))
}

/** Cases about a user, except those in `but`. */
export const listCasesAbout = (db: Db, ownerId: string, adminId: string, but: readonly string[] = []) =>
  summaries(db, adminId, sql`(owner_id = ${ownerId} AND report_cases.id <> ALL (${but}::uuid[]))`)

export const listCasesReportedBy = (db: Db, reporterId: string, adminId: string) =>
  summaries(db, adminId, sql`report_cases.id IN (SELECT case_id FROM reports WHERE reporter_id = ${reporterId})`)
