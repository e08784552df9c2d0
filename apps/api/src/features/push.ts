import { addEndpoint, listEndpoints, removeEndpoint } from '@barkyard/db/queries/push-endpoints'
import { PUSH_ENDPOINTS_MAX } from '@barkyard/domain/notification'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { endpointListSchema, endpointSchema, newEndpointSchema, pushKeySchema } from '@barkyard/domain/schemas/push'
import { id } from '@barkyard/domain/schemas/text'
import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { notSignedIn } from '../access/demands.ts'
import { conflict, notFound } from '../errors.ts'
import { endpointFault } from '../push/endpoint-rules.ts'
import { accountProcedure, router, signedInProcedure } from '../trpc/init.ts'

const tags = ['notifications']

export const pushRouter = router({
  key: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/push/key', tags, protect: true },
        summary: 'The key with which a browser subscribes to pushes',
      },
    })
    .input(z.void())
    .output(pushKeySchema)
    .query(async ({ ctx: { services } }) => ({ key: (await services.vapid.keys()).publicKey })),

  /** The browsers of the user, for the settings. */
  endpoints: accountProcedure
    .input(z.void())
    .output(endpointListSchema)
    .query(({ ctx: { services, caller } }) => listEndpoints(services.db, caller.userId, caller.id)),

  subscribe: accountProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/push/endpoints', tags, protect: true },
        summary: 'Have notifications pushed to this browser until its session ends',
      },
    })
    .input(newEndpointSchema)
    .output(endpointSchema)
    .mutation(async ({ ctx: { services, caller }, input }) => {
      const fault = endpointFault(input, services.config.pushHosts)
      if (fault)
        throw new TRPCError({
          code: 'BAD_REQUEST',
          cause: new z.ZodError([{ code: 'custom', path: [fault.field], message: fault.message, input: undefined }]),
        })
      await services.limits.take('pushEndpoint', caller.userId)
      const added = await addEndpoint(services.db, { userId: caller.userId, sessionId: caller.id }, input, {
        now: services.now(),
        atMost: PUSH_ENDPOINTS_MAX,
      })
      if (added === 'signed out') throw notSignedIn()
      if (added === 'full')
        throw conflict(
          `Notifications go to ${PUSH_ENDPOINTS_MAX} browsers already. Turn them off in one that you do not use any more.`,
          'endpoints-full',
        )
      return added
    }),

  unsubscribe: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'DELETE', path: '/push/endpoints/{id}', tags, protect: true },
        summary: 'Stop pushing to a browser',
      },
    })
    .input(z.object({ id }))
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller }, input }) => {
      if (!(await removeEndpoint(services.db, caller.userId, input.id))) throw notFound('Browser')
      return { ok: true as const }
    }),

  /** Sends one to the user's browsers now, so that they see that it works. For the settings. */
  test: accountProcedure
    .input(z.void())
    .output(z.object({ sentTo: z.number().int() }))
    .mutation(async ({ ctx: { services, caller } }) => {
      await services.limits.take('pushTest', caller.userId)
      const endpoints = await listEndpoints(services.db, caller.userId, caller.id)
      if (endpoints.length === 0)
        throw conflict('No browser of yours gets notifications yet. Turn them on in this one first.')
      const dueAt = services.now().toISOString()
      for (const endpoint of endpoints)
        await services.jobs.put(
          services.db,
          'push',
          { endpointId: endpoint.id, notificationId: null, dueAt },
          { userId: caller.userId, key: `test ${endpoint.id}` },
        )
      services.jobs.wake()
      return { sentTo: endpoints.length }
    }),
})
