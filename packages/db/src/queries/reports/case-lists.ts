import type { CaseSummary } from '@barkyard/domain/schemas/report'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import { isForOthers } from './parties.ts'

/** The most cases of such a list. */
const CASES_LISTED = 50

/** Cases in short, newest first, without those that are for other admins. */
const summaries = (db: Db, adminId: string) =>
  db
    .selectFrom('report_cases')
    .select(['report_cases.id', 'report_cases.kind', 'report_cases.decided_at', 'report_cases.created_at', 'dog_name'])
    .select(eb =>
      eb
        .selectFrom('decisions')
        .select('action')
        .whereRef('decisions.case_id', '=', 'report_cases.id')
        .limit(1)
        .as('action'),
    )
    .where(sql<boolean>`NOT ${isForOthers(adminId)}`)
    .orderBy('report_cases.id', 'desc')
    .limit(CASES_LISTED)

type Row = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number]

const toSummary = (row: Row): CaseSummary => ({
  id: row.id,
  kind: row.kind,
  state: row.decided_at ? 'decided' : 'open',
  createdAt: row.created_at.toISOString(),
  dogName: row.dog_name,
  action: row.action,
})

/** Cases about a user, except those in `but`. */
export async function listCasesAbout(
  db: Db,
  ownerId: string,
  adminId: string,
  { but = [] }: { but?: readonly string[] } = {},
): Promise<CaseSummary[]> {
  const rows = await summaries(db, adminId)
    .where('owner_id', '=', ownerId)
    .$if(but.length > 0, query => query.where('report_cases.id', 'not in', but))
    .execute()
  return rows.map(toSummary)
}

/** Cases that a user has reported. */
export async function listCasesReportedBy(db: Db, reporterId: string, adminId: string): Promise<CaseSummary[]> {
  const rows = await summaries(db, adminId)
    .innerJoin('reports', 'reports.case_id', 'report_cases.id')
    .where('reports.reporter_id', '=', reporterId)
    .execute()
  return rows.map(toSummary)
}
