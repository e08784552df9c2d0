import { countUnseen, listNotifications, seeUpTo } from '@barkyard/db/queries/notifications'
import { NOTIFICATIONS_DEFAULT } from '@barkyard/domain/notification'
import { countSchema, doneSchema } from '@barkyard/domain/schemas/match'
import { notificationSchema, seenSchema } from '@barkyard/domain/schemas/notification'
import { listQuerySchema } from '@barkyard/domain/schemas/paging'
import { z } from 'zod'
import { notFound, unknownCursor } from '../errors.ts'
import { notificationsChanged } from '../realtime/notify.ts'
import { router, signedInProcedure } from '../trpc/init.ts'

const tags = ['notifications']

export const notificationsRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/notifications', tags, protect: true },
        summary: 'What happened to you and your dogs, newest first',
      },
      listLimit: NOTIFICATIONS_DEFAULT,
    })
    .input(listQuerySchema)
    .output(z.array(notificationSchema))
    .query(async ({ ctx: { services, caller }, input }) => {
      const notifications = await listNotifications(services.db, caller.userId, {
        cursor: input?.cursor,
        limit: input?.limit ?? NOTIFICATIONS_DEFAULT,
        now: services.now(),
      })
      if (!notifications) throw unknownCursor()
      return notifications
    }),

  unseenCount: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/notifications/unseen-count', tags, protect: true },
        summary: 'How many notifications you have not seen',
      },
    })
    .input(z.void())
    .output(countSchema)
    .query(async ({ ctx: { services, caller } }) => ({ count: await countUnseen(services.db, caller.userId) })),

  seen: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/notifications/seen', tags, protect: true },
        summary: 'Mark a notification and all older ones as seen',
      },
    })
    .input(seenSchema)
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller }, input }) => {
      const outcome = await seeUpTo(services.db, caller.userId, input.upTo, services.now())
      if (outcome === 'not found') throw notFound('Notification')
      if (outcome === 'changed') notificationsChanged(services, [caller.userId])
      return { ok: true as const }
    }),
})
