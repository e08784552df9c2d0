import { countUnseen, facesOf, listNotifications } from '@barkyard/db/queries/notifications/notifications'
import { editPreferences, findPreferences } from '@barkyard/db/queries/notifications/preferences'
import { seeSome, seeUpTo } from '@barkyard/db/queries/notifications/seen'
import { NOTIFICATIONS_DEFAULT, NOTIFICATIONS_KEPT_DAYS } from '@barkyard/domain/notification'
import { id } from '@barkyard/domain/schemas/fields'
import { countSchema } from '@barkyard/domain/schemas/match'
import {
  notificationFaceSchema,
  notificationSchema,
  seenSchema,
  unseenCountSchema,
} from '@barkyard/domain/schemas/notification'
import { listQueryOf, pageOf } from '@barkyard/domain/schemas/paging'
import { preferencesEditSchema, preferencesSchema } from '@barkyard/domain/schemas/preferences'
import { z } from 'zod'
import { ownerOf } from '../../platform/access/requirements.ts'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { doneOutput, router, signedInProcedure } from '../../platform/trpc/init.ts'

export const notificationsRouter = router({
  list: signedInProcedure
    .meta({
      rest: 'GET /notifications',
      operationId: 'listNotifications',
      summary: 'Your notifications, newest first',
      description: `Notifications are kept for ${NOTIFICATIONS_KEPT_DAYS} days.`,
    })
    .input(listQueryOf(NOTIFICATIONS_DEFAULT).prefault({}))
    .output(pageOf(notificationSchema))
    .query(async ({ ctx: { services, caller }, input }) =>
      unwrapOrThrow(await listNotifications(services.db, ownerOf(caller), { ...input, now: services.now() })),
    ),

  unseenCount: signedInProcedure
    .meta({
      rest: 'GET /notifications/unseen-count',
      operationId: 'countUnseenNotifications',
      summary: 'The number of unseen notifications',
      description: 'Counting stops at 1,000.',
    })
    .input(unseenCountSchema)
    .output(countSchema)
    .query(async ({ ctx: { services, caller }, input }) => {
      const dogId = caller.actingDogId
      const open = input?.openMatchId && dogId ? { matchId: input.openMatchId, dogId } : null
      const besideTabsOf = input?.besideTabs === 'yes' ? dogId : null
      return { count: await countUnseen(services.db, ownerOf(caller), { open, besideTabsOf }) }
    }),

  faces: signedInProcedure
    .meta({ pageOnly: 'Faces for the rows of a list; `GET /dogs/{id}` and `GET /matches` have the dogs themselves.' })
    .input(z.object({ ids: z.array(id).max(NOTIFICATIONS_DEFAULT) }))
    .output(z.array(notificationFaceSchema))
    .query(({ ctx: { services, caller }, input }) => facesOf(services.db, ownerOf(caller), input.ids)),

  seen: signedInProcedure
    .meta({
      rest: 'POST /notifications/seen',
      operationId: 'markNotificationsSeen',
      summary: 'Mark a notification and all older ones as seen',
      done: 'It and all older ones are seen.',
      description: '`POST /messages/{matchId}/mark-seen` also marks the notifications of its messages.',
      errors: ['notification-not-found'],
    })
    .input(seenSchema)
    .output(doneOutput)
    .mutation(({ ctx: { services, caller, write }, input }) =>
      write(async (trx, effects) => {
        const { isChanged } = unwrapOrThrow(await seeUpTo(trx, ownerOf(caller), input.upTo, services.now()))
        if (isChanged) effects.event(eventFor([caller.userId], { type: 'notifications' }))
      }),
    ),

  /** Marks notifications about the open page as seen, regardless of older ones. For the web app. */
  seenOnPage: signedInProcedure
    .meta({
      pageOnly: 'What is open on the screen is seen one by one; `POST /notifications/seen` marks all up to one.',
    })
    .input(z.object({ ids: z.array(id).max(NOTIFICATIONS_DEFAULT) }))
    .output(doneOutput)
    .mutation(({ ctx: { services, caller, write }, input }) =>
      write(async (trx, effects) => {
        const isChanged = await seeSome(trx, ownerOf(caller), input.ids, services.now())
        if (isChanged) effects.event(eventFor([caller.userId], { type: 'notifications' }))
      }),
    ),
})

export const preferencesRouter = router({
  get: signedInProcedure
    .meta({
      rest: 'GET /preferences',
      operationId: 'getPreferences',
      summary: 'Your notification preferences',
      description: 'They belong to the account, whichever dog is active.',
    })
    .output(preferencesSchema)
    .query(({ ctx: { services, caller } }) => findPreferences(services.db, caller.userId)),

  edit: signedInProcedure
    .meta({
      rest: 'PATCH /preferences',
      operationId: 'editPreferences',
      summary: 'Change your preferences',
      description: 'Changes only the fields sent, within kinds and reminders too.',
    })
    .input(preferencesEditSchema)
    .output(preferencesSchema)
    .mutation(({ ctx: { services, caller, write }, input }) =>
      write(trx => editPreferences(trx, caller.userId, input, services.now())),
    ),
})
