import { addEndpoint, listEndpoints, removeEndpoint } from '@barkyard/db/queries/notifications/push-endpoints'
import { PUSH_ENDPOINTS_MAX } from '@barkyard/domain/notification'
import { id } from '@barkyard/domain/schemas/fields'
import {
  endpointListSchema,
  endpointSchema,
  newEndpointSchema,
  pushKeySchema,
  testPushSchema,
} from '@barkyard/domain/schemas/push'
import { z } from 'zod'
import { AppError, unwrapOrThrow } from '../../../platform/errors.ts'
import { doneOutput, router, sessionProcedure, signedInProcedure } from '../../../platform/trpc/init.ts'
import { PUSH, requireKnownService } from './push.ts'

export const pushRouter = router({
  key: signedInProcedure
    .meta({
      rest: 'GET /push/key',
      operationId: 'getPushKey',
      summary: 'The public key for push subscriptions',
      description: 'The same for everybody (VAPID, RFC 8292).',
    })
    .output(pushKeySchema)
    .query(async ({ ctx: { services } }) => ({ key: (await services.vapid.keys()).publicKey })),

  endpoints: sessionProcedure
    .meta({
      rest: 'GET /push/endpoints',
      operationId: 'listMyBrowsers',
      summary: 'Your browsers that get pushes, newest first',
      description: `At most ${PUSH_ENDPOINTS_MAX}, without paging.`,
    })
    .output(endpointListSchema)
    .query(({ ctx: { services, caller } }) => listEndpoints(services.db, caller.userId, caller.id)),

  subscribe: sessionProcedure
    .meta({
      rest: 'POST /push/endpoints',
      operationId: 'subscribeBrowser',
      summary: 'Push notifications to this browser until its session ends',
      description:
        'Signing out removes it. Sending the same endpoint again keeps the subscription. An endpoint of another user moves to you.',
      errors: ['endpoints-full'],
    })
    .input(newEndpointSchema)
    .output(endpointSchema)
    .mutation(async ({ ctx: { services, caller, limitHeaders, writeLasting }, input }) => {
      requireKnownService(input, services.config.pushHosts)
      await services.limits.take('pushEndpoint', caller.userId, limitHeaders)
      const owner = { userId: caller.userId, sessionId: caller.id }
      const options = { now: services.now(), atMost: PUSH_ENDPOINTS_MAX }
      return writeLasting(async trx => unwrapOrThrow(await addEndpoint(trx, owner, input, options)))
    }),

  unsubscribe: signedInProcedure
    .meta({
      rest: 'DELETE /push/endpoints/{id}',
      operationId: 'unsubscribeBrowser',
      summary: 'Stop pushing to a browser',
      done: 'The browser gets no more pushes.',
      description: 'By the id of your subscription.',
      errors: ['browser-not-found'],
    })
    .input(z.object({ id }))
    .output(doneOutput)
    .mutation(({ ctx: { caller, write }, input }) =>
      write(async trx => unwrapOrThrow(await removeEndpoint(trx, caller.userId, input.id))),
    ),

  test: sessionProcedure
    .meta({
      rest: 'POST /push/test',
      operationId: 'sendTestPush',
      summary: 'Send a test push to your browsers',
      description: 'It arrives within seconds, if the browser is online.',
      errors: ['no-browser'],
    })
    .output(testPushSchema)
    .mutation(async ({ ctx: { services, caller, limitHeaders, write } }) => {
      const { userId } = caller
      await services.limits.take('pushTest', userId, limitHeaders)
      return write(async (trx, effects) => {
        const endpoints = await listEndpoints(trx, userId, caller.id)
        if (endpoints.length === 0) throw new AppError('no-browser')
        const dueAt = services.now().toISOString()
        for (const { id: endpointId } of endpoints)
          effects.job(PUSH, { endpointId, notificationId: null, dueAt }, { userId, key: `test ${endpointId}` })
        return { sentTo: endpoints.length }
      })
    }),
})
