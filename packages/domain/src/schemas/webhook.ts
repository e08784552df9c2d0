import { z } from 'zod'
import { isOneLine, storable } from '../text.ts'
import { DELIVERY_STATES, WEBHOOK_EVENTS, WEBHOOK_URL_MAX } from '../webhook.ts'
import { id } from './text.ts'

const events = z
  .array(z.enum(WEBHOOK_EVENTS).meta({ id: 'WebhookEvent', description: 'A type of event of `GET /events`.' }))
  .meta({ uniqueItems: true })

export const newWebhookSchema = z
  .strictObject({
    url: z
      .string()
      .max(WEBHOOK_URL_MAX, `At most ${WEBHOOK_URL_MAX} characters`)
      .refine(value => storable(value) && isOneLine(value), 'Must be one line without control characters')
      .describe('Where events are sent: https, on a public address, without a user name.')
      .meta({ format: 'uri' }),
    events: events
      .min(1, 'Please choose an event')
      .refine(list => new Set(list).size === list.length, 'Must not repeat an event')
      .describe('The types of events to send.'),
  })
  .meta({ id: 'NewWebhook', description: 'A webhook to create.' })
export type NewWebhook = z.infer<typeof newWebhookSchema>

export const createdWebhookSchema = z
  .object({
    id: id.describe('The id of the webhook.'),
    secret: z
      .string()
      .describe('The secret with which its messages are signed (`whsec_…`). Store it: it is not shown again.'),
  })
  .meta({ id: 'CreatedWebhook', description: 'A new webhook with its secret, which is shown only now.' })

export const webhookSchema = z
  .object({
    id: id.describe('The id of the webhook.'),
    url: z.string().describe('Where events are sent.'),
    events: events.describe('The types of events that are sent.'),
    createdAt: z.iso.datetime().describe('When it was created. ISO 8601 in UTC.'),
    disabledAt: z.iso
      .datetime()
      .nullable()
      .describe('When it was switched off, because its address had failed for two days or is gone. null: it is on.'),
  })
  .meta({ id: 'Webhook', description: 'An address to which events are sent, without its secret.' })
export type Webhook = z.infer<typeof webhookSchema>

export const webhookDeliverySchema = z
  .object({
    id: id.describe('The id of the message, which is the header `webhook-id` of each attempt.'),
    type: z
      .enum(['test', ...WEBHOOK_EVENTS])
      .meta({ id: 'DeliveryType', description: 'The type of a message to a webhook.' })
      .describe('The type of the event; `test`: you asked for it.'),
    state: z
      .enum(DELIVERY_STATES)
      .describe(
        'waiting: not yet accepted, it is tried again. delivered: accepted. failed: given up. dropped: not sent any more, because what it told of is gone or the webhook was switched off.',
      ),
    attempts: z.number().int().min(0).describe('How often it was sent.'),
    status: z.number().int().nullable().describe('The status of the last response. null: there was none.'),
    error: z.string().nullable().describe('Why the last attempt failed, in words for people. null: it did not fail.'),
    createdAt: z.iso.datetime().describe('When the event happened. ISO 8601 in UTC.'),
    attemptedAt: z.iso.datetime().nullable().describe('When it was last sent. ISO 8601 in UTC. null: not yet.'),
  })
  .meta({ id: 'WebhookDelivery', description: 'A message to a webhook.' })
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>
