import { listNotices, storeAppeal } from '@barkyard/db/queries/notices'
import { inTransaction } from '@barkyard/db/transaction'
import { REPORTS_PAGE_DEFAULT } from '@barkyard/domain/report'
import { listQuerySchema } from '@barkyard/domain/schemas/paging'
import { newAppealSchema, noticeSchema } from '@barkyard/domain/schemas/report'
import { z } from 'zod'
import { AppError, knownPage, notFound } from '../errors.ts'
import { reportsChanged } from '../realtime/notify.ts'
import { ID } from '../rest/examples.ts'
import { evenSuspendedProcedure, router } from '../trpc/init.ts'

const tags = ['safety']

export const noticesRouter = router({
  list: evenSuspendedProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/notices', tags, operationId: 'listMyNotices' },
        summary: 'Decisions about you, newest first',
        description: `The default limit is ${REPORTS_PAGE_DEFAULT}.`,
      },
      listLimit: REPORTS_PAGE_DEFAULT,
    })
    .input(listQuerySchema)
    .output(z.array(noticeSchema))
    .query(async ({ ctx: { services, caller }, input }) => {
      const { limit = REPORTS_PAGE_DEFAULT, cursor } = input ?? {}
      return knownPage(await listNotices(services.db, caller.userId, { limit, cursor }))
    }),

  appeal: evenSuspendedProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/appeals', tags, operationId: 'appealDecision' },
        summary: 'Appeal against a decision',
        description: 'Once for each decision. An admin upholds the decision, or reverses and undoes it.',
        errors: ['notice-not-found', 'already-appealed', 'appeal-too-late'],
        example: { body: { noticeId: ID, text: 'The photo does show my dog' } },
      },
    })
    .input(newAppealSchema)
    .output(noticeSchema)
    .mutation(async ({ ctx: { services, caller }, input }) => {
      const { notice, adminIds } = await inTransaction(services.db, async trx => {
        const stored = await storeAppeal(trx, { ...input, ownerId: caller.userId, now: services.now() })
        if (stored === 'not found') throw notFound('Notice')
        if (stored === 'appealed') throw new AppError('already-appealed')
        if (stored === 'too late') throw new AppError('appeal-too-late')
        return stored
      })
      reportsChanged(services, [...adminIds, caller.userId])
      return notice
    }),
})
