import { listReports, storeReport } from '@barkyard/db/queries/reports'
import { inTransaction } from '@barkyard/db/transaction'
import { REPORTS_PAGE_DEFAULT } from '@barkyard/domain/report'
import { listQuerySchema } from '@barkyard/domain/schemas/paging'
import { newReportSchema, reportedSchema, reportSchema } from '@barkyard/domain/schemas/report'
import { z } from 'zod'
import { AppError, knownPage, notFound } from '../errors.ts'
import { reportsChanged } from '../realtime/notify.ts'
import { OTHER_ID } from '../rest/examples.ts'
import { router, signedInProcedure } from '../trpc/init.ts'

const tags = ['safety']

export const reportsRouter = router({
  create: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/reports', tags, operationId: 'reportDog' },
        summary: 'Report a dog',
        description:
          'Stores a copy of the dog, its photos, and the last 50 messages of your active dog’s match with it. Reporting the same dog again while its reports are open answers the same id and adds the note. At most 20 a day.',
        errors: ['own-dog', 'other-photo', 'dog-not-found'],
        example: { body: { dogId: OTHER_ID, kind: 'rude', note: 'Called my dog names' } },
      },
    })
    .input(newReportSchema)
    .output(reportedSchema)
    .mutation(async ({ ctx: { services, caller, standings }, input }) => {
      await services.limits.take('report', caller.userId, standings)
      const { id, adminIds } = await inTransaction(services.db, async trx => {
        const { userId: reporterId, actingDogId } = caller
        const stored = await storeReport(trx, { ...input, reporterId, actingDogId, now: services.now() })
        if (stored === 'not found') throw notFound('Dog')
        if (stored === 'own dog') throw new AppError('own-dog', { path: 'dogId' })
        if (stored === 'other photo') throw new AppError('other-photo', { path: 'photoId' })
        return stored
      })
      reportsChanged(services, [...adminIds, caller.userId])
      return { id }
    }),

  mine: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/reports', tags, operationId: 'listMyReports' },
        summary: 'Your reports, newest first',
        description: `The default limit is ${REPORTS_PAGE_DEFAULT}.`,
      },
      listLimit: REPORTS_PAGE_DEFAULT,
    })
    .input(listQuerySchema)
    .output(z.array(reportSchema))
    .query(async ({ ctx: { services, caller }, input }) => {
      const { limit = REPORTS_PAGE_DEFAULT, cursor } = input ?? {}
      return knownPage(await listReports(services.db, caller.userId, { limit, cursor }))
    }),
})
