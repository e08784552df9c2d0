import { findCaseDetails } from '@barkyard/db/queries/case-details'
import { type CaseRefusal, claimCase } from '@barkyard/db/queries/case-lock'
import { adminName, findCaseRow, listCases, toAdminReport } from '@barkyard/db/queries/moderation-queue'
import { listAdminIds } from '@barkyard/db/queries/reports'
import type { Trx } from '@barkyard/db/transaction'
import { claimEnds } from '@barkyard/domain/report'
import {
  adminReportDetailsSchema,
  adminReportSchema,
  adminReportsPageSchema,
  adminReportsQuerySchema,
} from '@barkyard/domain/schemas/report'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { inAuditedTransaction } from '../access/audit.ts'
import { demandNotImpersonating } from '../access/demands.ts'
import type { Caller } from '../access/sessions.ts'
import { AppError, knownPage, notFound } from '../errors.ts'
import { reportsChanged } from '../realtime/notify.ts'
import type { Services } from '../services.ts'
import { adminProcedure } from '../trpc/init.ts'

const tags = ['admin']

const viewpointOf = ({ now }: Services, { userId: adminId }: Caller) => ({ adminId, now: now() })

/** The error for a case that an admin cannot work on. */
export async function caseRefused(trx: Trx, caseId: string, refusal: CaseRefusal): Promise<AppError> {
  if (refusal === 'decided') return new AppError('already-decided')
  if (refusal === 'another admin') return new AppError('another-admin')
  const row = await findCaseRow(trx, caseId)
  const admin = row ? adminName(row.admin_first_name, row.admin_last_name) : 'Another admin'
  return new AppError('claimed', { message: `${admin} is working on this case` })
}

/** The queue of reports and appeals. */
export const moderationProcedures = {
  reports: adminProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/admin/reports', tags, operationId: 'listReports' },
        summary: 'Reports and appeals, urgent ones first, then the oldest',
        description: 'Decided ones are listed newest first.',
      },
      isPage: true,
    })
    .input(adminReportsQuerySchema)
    .output(adminReportsPageSchema)
    .query(async ({ ctx: { services, caller }, input }) =>
      knownPage(await listCases(services.db, input, viewpointOf(services, caller))),
    ),

  report: adminProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/admin/reports/{id}', tags, operationId: 'getReport' },
        summary: 'A report or appeal with its evidence',
        description: 'For admins: the reported dog as it was then, and earlier decisions.',
        errors: ['report-not-found'],
      },
    })
    .input(z.object({ id }))
    .output(adminReportDetailsSchema)
    .query(async ({ ctx: { services, caller }, input }) => {
      const details = await findCaseDetails(services.db, input.id, viewpointOf(services, caller))
      if (!details) throw notFound('Report')
      return details
    }),

  claimReport: adminProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/admin/reports/{id}/claim', tags, operationId: 'claimReport' },
        summary: 'Claim a report for 15 minutes',
        description: 'Other admins cannot decide it meanwhile. Claiming is optional and does not change the version.',
        errors: ['acting-as-another-dog', 'report-not-found', 'already-decided', 'another-admin', 'claimed'],
      },
    })
    .input(z.object({ id }))
    .output(adminReportSchema)
    .mutation(async ({ ctx: { services, caller }, input }) => {
      demandNotImpersonating(caller)
      const viewpoint = viewpointOf(services, caller)
      const { claimed, adminIds } = await inAuditedTransaction(services.db, caller, async (trx, note) => {
        const row = await claimCase(trx, input.id, viewpoint, claimEnds(viewpoint.now))
        if (row === 'not found') throw notFound('Report')
        if (typeof row === 'string') throw await caseRefused(trx, input.id, row)
        await note({
          action: 'report-claimed',
          dogId: row.dog_id,
          userId: row.owner_id,
          detail: { reportId: row.id, kind: row.kind },
        })
        return { claimed: toAdminReport(row, viewpoint), adminIds: await listAdminIds(trx) }
      })
      reportsChanged(services, adminIds)
      return claimed
    }),
}
