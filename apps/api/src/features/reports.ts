import { listReports, storeReport } from '@barkyard/db/queries/reports'
import { inTransaction } from '@barkyard/db/transaction'
import { REPORTS_PAGE_DEFAULT } from '@barkyard/domain/report'
import { listQuerySchema } from '@barkyard/domain/schemas/paging'
import { newReportSchema, reportedSchema, reportSchema } from '@barkyard/domain/schemas/report'
import { z } from 'zod'
import { AppError, notFound, unknownCursor } from '../errors.ts'
import { reportsChanged } from '../realtime/notify.ts'
import { router, signedInProcedure } from '../trpc/init.ts'

const tags = ['safety']

export const reportsRouter = router({
  create: signedInProcedure
    .meta({ openapi: { method: 'POST', path: '/reports', tags, summary: 'Report a dog', protect: true } })
    .input(newReportSchema)
    .output(reportedSchema)
    .mutation(async ({ ctx: { services, caller }, input }) => {
      await services.limits.take('report', caller.userId)
      const { id, adminIds } = await inTransaction(services.db, async trx => {
        const { userId: reporterId, actingDogId } = caller
        const stored = await storeReport(trx, { ...input, reporterId, actingDogId, now: services.now() })
        if (stored === 'not found') throw notFound('Dog')
        if (stored === 'own dog') throw new AppError('BAD_REQUEST', 'This is your own dog', { reason: 'own-dog' })
        if (stored === 'other photo')
          throw new AppError('BAD_REQUEST', 'This is not a photo of this dog', { reason: 'other-photo' })
        return stored
      })
      reportsChanged(services, [...adminIds, caller.userId])
      return { id }
    }),

  mine: signedInProcedure
    .meta({
      openapi: { method: 'GET', path: '/reports', tags, summary: 'Your reports, newest first', protect: true },
      listLimit: REPORTS_PAGE_DEFAULT,
    })
    .input(listQuerySchema)
    .output(z.array(reportSchema))
    .query(async ({ ctx: { services, caller }, input }) => {
      const { limit = REPORTS_PAGE_DEFAULT, cursor } = input ?? {}
      const reports = await listReports(services.db, caller.userId, { limit, cursor })
      if (!reports) throw unknownCursor()
      return reports
    }),
})
