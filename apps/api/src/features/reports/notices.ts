import { listNotices, storeAppeal } from '@barkyard/db/queries/reports/notices'
import { REPORTS_PAGE_DEFAULT } from '@barkyard/domain/report'
import { listQuerySchema, pageOf } from '@barkyard/domain/schemas/paging'
import { newAppealSchema, noticeSchema } from '@barkyard/domain/schemas/report'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { evenSuspendedProcedure, router } from '../../platform/trpc/init.ts'

export const noticesRouter = router({
  list: evenSuspendedProcedure
    .meta({
      rest: 'GET /notices',
      operationId: 'listMyNotices',
      summary: 'Decisions about you, newest first',
      description: `The default limit is ${REPORTS_PAGE_DEFAULT}.`,
      isPage: true,
    })
    .input(listQuerySchema)
    .output(pageOf(noticeSchema))
    .query(async ({ ctx: { services, caller }, input }) => {
      const { limit = REPORTS_PAGE_DEFAULT, cursor } = input ?? {}
      return unwrapOrThrow(await listNotices(services.db, caller.userId, { limit, cursor }))
    }),

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
