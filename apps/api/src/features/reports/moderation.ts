import { listStaffIds } from '@barkyard/db/queries/admins'
import { findCaseDetails } from '@barkyard/db/queries/reports/case-details'
import { addCaseNote, claimCase } from '@barkyard/db/queries/reports/case-lock'
import { listCases, toAdminReport } from '@barkyard/db/queries/reports/moderation-queue'
import { claimEnds } from '@barkyard/domain/report'
import { id } from '@barkyard/domain/schemas/fields'
import {
  adminReportDetailsSchema,
  adminReportSchema,
  adminReportsPageSchema,
  adminReportsQuerySchema,
  newCaseNoteSchema,
} from '@barkyard/domain/schemas/report'
import { z } from 'zod'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { adminAsSelfProcedure, adminProcedure, doneOutput } from '../../platform/trpc/init.ts'
import { unwrapCaseOrThrow, viewpointOf } from './decisions.ts'

export const moderationProcedures = {
  reports: adminProcedure
    .meta({
      right: 'reports',
      rest: 'GET /admin/reports',
      operationId: 'listReports',
      summary: 'Reports and appeals, urgent ones first, then the oldest',
      description: 'Decided ones are listed newest first. Those in which you are a party are for other admins.',
    })
    .input(adminReportsQuerySchema)
    .output(adminReportsPageSchema)
    .query(async ({ ctx: { services, caller }, input }) =>
      unwrapOrThrow(await listCases(services.db, input, viewpointOf(services, caller))),
    ),

  report: adminProcedure
    .meta({
      right: 'reports',
      rest: 'GET /admin/reports/{id}',
      operationId: 'getReport',
      summary: 'A report or appeal with its evidence',
      description: 'The reported dog as it was then, and earlier decisions. The id that a reporter got finds it too.',
      errors: ['report-not-found', 'party-of-case'],
    })
    .input(z.object({ id }))
    .output(adminReportDetailsSchema)
    .query(async ({ ctx: { services, caller }, input }) => {
      const details = await findCaseDetails(services.db, input.id, viewpointOf(services, caller))
      return unwrapOrThrow(details)
    }),

  noteReport: adminAsSelfProcedure
    .meta({
      right: 'reports',
      rest: 'POST /admin/reports/{id}/notes',
      operationId: 'noteReport',
      summary: 'Add a note to a report for moderators and admins',
      done: 'The note is stored.',
      description: 'Nobody else reads it. It is kept with the case and does not change its version.',
      errors: ['report-not-found', 'party-of-case', 'case-notes-full'],
    })
    .input(newCaseNoteSchema.extend({ id }))
    .output(doneOutput)
    .mutation(({ ctx: { services, caller, write }, input }) => {
      return write(async (trx, effects) => {
        const noted = await addCaseNote(trx, input.id, input.text, viewpointOf(services, caller))
        const { id: reportId, kind, dog_id: dogId, owner_id: userId } = unwrapOrThrow(noted)
        effects.audit({ action: 'case-note-added', dogId, userId, detail: { reportId, kind } })
        effects.event(eventFor(await listStaffIds(trx), { type: 'reports' }))
      })
    }),

  claimReport: adminAsSelfProcedure
    .meta({
      right: 'reports',
      rest: 'POST /admin/reports/{id}/claim',
      operationId: 'claimReport',
      summary: 'Claim a report for 15 minutes',
      description: 'Other admins cannot decide it meanwhile. Claiming is optional and does not change the version.',
      errors: ['report-not-found', 'party-of-case', 'already-decided', 'another-admin', 'claimed'],
    })
    .input(z.object({ id }))
    .output(adminReportSchema)
    .mutation(({ ctx: { services, caller, write }, input }) => {
      return write(async (trx, effects) => {
        const viewpoint = viewpointOf(services, caller)
        const claimed = await claimCase(trx, input.id, viewpoint, claimEnds(viewpoint.now))
        const row = await unwrapCaseOrThrow(trx, input.id, claimed)
        const { id: reportId, kind, dog_id: dogId, owner_id: userId } = row
        effects.audit({ action: 'report-claimed', dogId, userId, detail: { reportId, kind } })
        effects.event(eventFor(await listStaffIds(trx), { type: 'reports' }))
        return toAdminReport(row, viewpoint)
      })
    }),
}
