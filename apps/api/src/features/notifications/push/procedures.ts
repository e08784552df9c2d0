import { addEndpoint, listEndpoints, removeEndpoint } from '@barkyard/db/queries/push-endpoints'
import { PUSH_ENDPOINTS_MAX } from '@barkyard/domain/notification'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { endpointListSchema, endpointSchema, newEndpointSchema, pushKeySchema } from '@barkyard/domain/schemas/push'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { notSignedIn } from '../access/demands.ts'
import { AppError, notFound } from '../errors.ts'
import { endpointFault } from '../push/endpoint-rules.ts'
import { EXAMPLES } from '../rest/examples.ts'
import { router, sessionProcedure, signedInProcedure } from '../trpc/init.ts'

const tags = ['notifications']

export const pushRouter = router({
  key: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/push/key', tags, operationId: 'getPushKey' },
        summary: 'The public key for push subscriptions',
        description: 'The same for everybody (VAPID, RFC 8292).',
      },
    })
    .input(z.void())
    .output(pushKeySchema)
    .query(async ({ ctx: { services } }) => ({ key: (await services.vapid.keys()).publicKey })),

  /** The user's browsers, for the settings. */
  endpoints: sessionProcedure
    .input(z.void())
    .output(endpointListSchema)
    .query(({ ctx: { services, caller } }) => listEndpoints(services.db, caller.userId, caller.id)),

  subscribe: sessionProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/push/endpoints', tags, operationId: 'subscribeBrowser' },
        summary: 'Push notifications to this browser until its session ends',
        description:
          'Signing out removes it. Sending the same endpoint again keeps the subscription. An endpoint of another user moves to you.',
        errors: ['endpoints-full'],
        example: {
          body: {
            endpoint: 'https://fcm.googleapis.com/fcm/send/dpH5lCsTSSM:APA91bHqjZxM0VImWWqDRN7U0a3AycjUf4O',
            keys: { p256dh: EXAMPLES.PushKey.key, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
          },
        },
      },
    })
    .input(newEndpointSchema)
    .output(endpointSchema)
    .mutation(async ({ ctx: { services, caller, standings }, input }) => {
      const fault = endpointFault(input, services.config.pushHosts)
      if (fault) throw new AppError('invalid-input', { path: fault.field, message: fault.message })
      await services.limits.take('pushEndpoint', caller.userId, standings)
      const added = await addEndpoint(services.db, { userId: caller.userId, sessionId: caller.id }, input, {
        now: services.now(),
        atMost: PUSH_ENDPOINTS_MAX,
      })
      if (added === 'signed out') throw notSignedIn()
      if (added === 'full') throw new AppError('endpoints-full')
      return added
    }),

  unsubscribe: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'DELETE', path: '/push/endpoints/{id}', tags, operationId: 'unsubscribeBrowser' },
        summary: 'Stop pushing to a browser',
        description: 'By the id of your subscription.',
        errors: ['browser-not-found'],
      },
    })
    .input(z.object({ id }))
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller }, input }) => {
      if (!(await removeEndpoint(services.db, caller.userId, input.id))) throw notFound('Browser')
      return { ok: true as const }
    }),

  /** Sends a test push to the user's browsers. For the settings. */
  test: sessionProcedure
    .input(z.void())
    .output(z.object({ sentTo: z.number().int() }))
    .mutation(async ({ ctx: { services, caller, standings } }) => {
      await services.limits.take('pushTest', caller.userId, standings)
      const endpoints = await listEndpoints(services.db, caller.userId, caller.id)
      if (endpoints.length === 0) throw new AppError('no-browser')
      const dueAt = services.now().toISOString()
      for (const endpoint of endpoints)
        await services.jobs.put(
          services.db,
          'push',
          { endpointId: endpoint.id, notificationId: null, dueAt },
          { userId: caller.userId, key: `test ${endpoint.id}` },
        )
      services.jobs.wake('push')
      return { sentTo: endpoints.length }
    }),
})
