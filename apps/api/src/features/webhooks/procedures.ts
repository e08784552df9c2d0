import { createWebhook, deleteWebhook, listDeliveries, listWebhooks } from '@barkyard/db/queries/webhooks/webhooks'
import { id } from '@barkyard/domain/schemas/fields'
import {
  createdWebhookSchema,
  newWebhookSchema,
  webhookDeliverySchema,
  webhookSchema,
} from '@barkyard/domain/schemas/webhook'
import { DELIVERIES_KEPT, WEBHOOK_ANSWERS_WITHIN_S, WEBHOOKS_PER_USER } from '@barkyard/domain/webhook'
import { z } from 'zod'
import { requireScope } from '../../platform/access/requirements.ts'
import { hashOfTokenKey } from '../../platform/access/sessions.ts'
import { AppError, foundOrThrow, unwrapOrThrow } from '../../platform/errors.ts'
import { doneOutput, router, signedInProcedure } from '../../platform/trpc/init.ts'
import { addressFault } from './address.ts'
import { secretOf } from './webhook-handler.ts'
import { WEBHOOK } from './webhooks.ts'

const webhookId = id.describe('The id of the webhook.')

export const webhooksRouter = router({
  list: signedInProcedure
    .meta({
      rest: 'GET /webhooks',
      operationId: 'listWebhooks',
      summary: 'Your webhooks, newest first',
      description: `At most ${WEBHOOKS_PER_USER}, without paging.`,
    })
    .output(z.array(webhookSchema))
    .query(({ ctx: { services, caller } }) => listWebhooks(services.db, caller.userId)),

  create: signedInProcedure
    .meta({
      rest: 'POST /webhooks',
      operationId: 'createWebhook',
      summary: 'Send events to an address of yours',
      description: `The events of \`GET /events\`, as signed messages (Standard Webhooks): see the guide. One that a token creates ends with the token, which needs the scope \`read\` too, and all end when the password changes. At most ${WEBHOOKS_PER_USER}.`,
      errors: ['webhooks-full'],
    })
    .input(newWebhookSchema)
    .output(createdWebhookSchema)
    .mutation(async ({ ctx: { services, caller, limitHeaders, writeLasting }, input }) => {
      // It is told what only `read` may know.
      requireScope(caller, 'read')
      const fault = addressFault(input.url, services.config.webhookHosts)
      if (fault !== null) throw new AppError('invalid-input', { path: 'url', message: fault })
      await services.limits.take('webhook', caller.userId, limitHeaders)
      const owner = { userId: caller.userId, tokenHash: caller.isToken ? hashOfTokenKey(caller.id) : null }
      return writeLasting(async (trx, effects) => {
        const { id: made } = unwrapOrThrow(await createWebhook(trx, owner, input, services.now()))
        effects.event({ type: 'webhook-created', userIds: [caller.userId] })
        return { id: made, secret: secretOf(services.config, made) }
      })
    }),

  delete: signedInProcedure
    .meta({
      rest: 'DELETE /webhooks/{id}',
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook',
      done: 'Nothing more is sent to its address.',
      description: 'Nothing more is sent to it, not even what waits.',
      errors: ['webhook-not-found'],
    })
    .input(z.object({ id: webhookId }))
    .output(doneOutput)
    .mutation(({ ctx: { caller, write }, input }) =>
      write(async trx => unwrapOrThrow(await deleteWebhook(trx, caller.userId, input.id))),
    ),

  test: signedInProcedure
    .meta({
      rest: 'POST /webhooks/{id}/test',
      operationId: 'testWebhook',
      summary: 'Send a test message to a webhook',
      description: `Sent once, soon: \`GET /webhooks/{id}/deliveries\` has the result. A webhook that was switched off is on again once it accepts a test within ${WEBHOOK_ANSWERS_WITHIN_S} seconds.`,
      errors: ['webhook-not-found'],
    })
    .input(z.object({ id: webhookId }))
    .output(webhookDeliverySchema)
    .mutation(async ({ ctx: { services, caller, limitHeaders, write }, input }) => {
      await services.limits.take('webhook', caller.userId, limitHeaders)
      return write(async (trx, effects) => {
        unwrapOrThrow(await listDeliveries(trx, caller.userId, input.id))
        const deliveryId = await services.webhooks.putDelivery(trx, caller.userId, input.id, { type: 'test' })
        effects.after(({ jobs }) => jobs.wake(WEBHOOK))
        const deliveries = unwrapOrThrow(await listDeliveries(trx, caller.userId, input.id))
        const made = deliveries.find(delivery => delivery.id === deliveryId)
        return foundOrThrow(made, 'webhook-not-found')
      })
    }),

  deliveries: signedInProcedure
    .meta({
      rest: 'GET /webhooks/{id}/deliveries',
      operationId: 'listWebhookDeliveries',
      summary: 'The last messages to a webhook, newest first',
      description: `The last ${DELIVERIES_KEPT}, with how each attempt ended. Their content is not shown.`,
      errors: ['webhook-not-found'],
    })
    .input(z.object({ id: webhookId }))
    .output(z.array(webhookDeliverySchema))
    .query(async ({ ctx: { services, caller }, input }) =>
      unwrapOrThrow(await listDeliveries(services.db, caller.userId, input.id)),
    ),
})
