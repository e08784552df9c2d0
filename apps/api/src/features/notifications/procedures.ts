import { countUnseen, listNotifications } from '@barkyard/db/queries/notifications'
import { seeSome, seeUpTo } from '@barkyard/db/queries/seen'
import { NOTIFICATIONS_DEFAULT, NOTIFICATIONS_KEPT_DAYS } from '@barkyard/domain/notification'
import { countSchema, doneSchema } from '@barkyard/domain/schemas/match'
import { notificationSchema, seenSchema } from '@barkyard/domain/schemas/notification'
import { listQuerySchema } from '@barkyard/domain/schemas/paging'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { knownPage, notFound } from '../errors.ts'
import { notificationsChanged } from '../realtime/notify.ts'
import { ID } from '../rest/examples.ts'
import { router, signedInProcedure } from '../trpc/init.ts'

const tags = ['notifications']

export const notificationsRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/notifications', tags, operationId: 'listNotifications' },
        summary: 'Your notifications, newest first',
        description: `The default limit is ${NOTIFICATIONS_DEFAULT}. Notifications are kept for ${NOTIFICATIONS_KEPT_DAYS} days.`,
      },
      listLimit: NOTIFICATIONS_DEFAULT,
    })
    .input(listQuerySchema)
    .output(z.array(notificationSchema))
    .query(async ({ ctx: { services, caller }, input }) => {
      const page = { cursor: input?.cursor, limit: input?.limit ?? NOTIFICATIONS_DEFAULT, now: services.now() }
      return knownPage(await listNotifications(services.db, caller.userId, page))
    }),

  unseenCount: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/notifications/unseen-count', tags, operationId: 'countUnseenNotifications' },
        summary: 'The number of unseen notifications',
        description: 'Counting stops at 1,000.',
      },
    })
    .input(z.void())
    .output(countSchema)
    .query(async ({ ctx: { services, caller } }) => ({ count: await countUnseen(services.db, caller.userId) })),

  seen: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/notifications/seen', tags, operationId: 'markNotificationsSeen' },
        summary: 'Mark a notification and all older ones as seen',
        description: '`POST /messages/{matchId}/mark-seen` also marks the notifications of its messages.',
        errors: ['notification-not-found'],
        example: { body: { upTo: ID } },
      },
    })
    .input(seenSchema)
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller }, input }) => {
      const outcome = await seeUpTo(services.db, caller.userId, input.upTo, services.now())
      if (outcome === 'not found') throw notFound('Notification')
      if (outcome.isChanged) notificationsChanged(services, [caller.userId])
      return { ok: true as const }
    }),

  /** Marks notifications about the open page as seen, regardless of older ones. For the web app. */
  seenOnPage: signedInProcedure
    .input(z.object({ ids: z.array(id).max(NOTIFICATIONS_DEFAULT) }))
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller }, input }) => {
      if (await seeSome(services.db, caller.userId, input.ids, services.now()))
        notificationsChanged(services, [caller.userId])
      return { ok: true as const }
    }),
})
