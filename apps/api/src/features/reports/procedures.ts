import { notifyOfUrgentCase } from '@barkyard/db/queries/notifications/notify-cases'
import { listNotices, storeAppeal } from '@barkyard/db/queries/reports/notices'
import { listReports, storeReport } from '@barkyard/db/queries/reports/reports'
import { REPORTS_PAGE_DEFAULT } from '@barkyard/domain/report'
import { listQueryOf, pageOf } from '@barkyard/domain/schemas/paging'
import {
  newAppealSchema,
  newReportSchema,
  noticeSchema,
  reportedSchema,
  reportSchema,
} from '@barkyard/domain/schemas/report'
import { actingOwner } from '../../platform/access/requirements.ts'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { evenSuspendedProcedure, router, signedInProcedure } from '../../platform/trpc/init.ts'
import { notified } from '../notifications/index.ts'

export const reportsRouter = router({
  create: signedInProcedure
    .meta({
      rest: 'POST /reports',
      operationId: 'reportDog',
      summary: 'Report a dog, a search for one, or a sighting of yours',
      description:
        'Stores a copy of the dog, its photos, and the last 50 messages of your active dog’s match with it. Reporting the same dog again while its reports are open returns the same id and adds the note. A search is reported with its dog, and a sighting of your lost dog by itself: what they said is stored, too. At most 20 a day.',
      errors: ['own-dog', 'other-photo', 'dog-not-found', 'lost-not-found', 'sighting-not-found'],
    })
    .input(newReportSchema)
    .output(reportedSchema)
    .mutation(async ({ ctx: { services, caller, limitHeaders, write }, input }) => {
      await services.limits.take('report', caller.userId, limitHeaders)
      return write(async (trx, effects) => {
        const now = services.now()
        const stored = await storeReport(trx, actingOwner(caller), { ...input, now })
        const own = { path: input.lostId ? 'lostId' : 'dogId' }
        const { id, caseId, adminIds } = unwrapOrThrow(stored, { 'own-dog': own, 'other-photo': { path: 'photoId' } })
        notified(effects, await notifyOfUrgentCase(trx, caseId, now))
        effects.event(eventFor([...adminIds, caller.userId], { type: 'reports' }))
        return { id }
      })
    }),

  mine: signedInProcedure
    .meta({
      rest: 'GET /reports',
      operationId: 'listMyReports',
      summary: 'Your reports, newest first',
      description: 'With what came of each.',
    })
    .input(listQueryOf(REPORTS_PAGE_DEFAULT).prefault({}))
    .output(pageOf(reportSchema))
    .query(async ({ ctx: { services, caller }, input }) =>
      unwrapOrThrow(await listReports(services.db, caller.userId, input)),
    ),
})

export const noticesRouter = router({
  list: evenSuspendedProcedure
    .meta({
      rest: 'GET /notices',
      operationId: 'listMyNotices',
      summary: 'Decisions about you, newest first',
      description: 'With what you said against them.',
    })
    .input(listQueryOf(REPORTS_PAGE_DEFAULT).prefault({}))
    .output(pageOf(noticeSchema))
    .query(async ({ ctx: { services, caller }, input }) =>
      unwrapOrThrow(await listNotices(services.db, caller.userId, input)),
    ),

  appeal: evenSuspendedProcedure
    .meta({
      rest: 'POST /appeals',
      operationId: 'appealDecision',
      summary: 'Appeal against a decision',
      description: 'Once for each decision. An admin upholds the decision, or reverses and undoes it.',
      errors: ['notice-not-found', 'already-appealed', 'appeal-too-late'],
    })
    .input(newAppealSchema)
    .output(noticeSchema)
    .mutation(({ ctx: { services, caller, write }, input }) =>
      write(async (trx, effects) => {
        const stored = await storeAppeal(trx, { ...input, ownerId: caller.userId, now: services.now() })
        const { notice, adminIds } = unwrapOrThrow(stored)
        effects.event(eventFor([...adminIds, caller.userId], { type: 'reports' }))
        return notice
      }),
    ),
})
