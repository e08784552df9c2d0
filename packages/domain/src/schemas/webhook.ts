import { z } from 'zod'
import { isOneLine, storable } from '../text.ts'
import { DELIVERY_STATES, WEBHOOK_EVENTS, WEBHOOK_URL_MAX } from '../webhook.ts'
import { id, isUnique, shape, text, textOrNull, time, timeOrNull, whole, word } from './fields.ts'

const events = z
  .array(word('WebhookEvent', 'A type of event of `GET /events`.', WEBHOOK_EVENTS))
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
      .refine(isUnique, 'Must not repeat an event')
      .describe('The types of events to send.'),
  })
  .meta({ id: 'NewWebhook', description: 'A webhook to create.' })
export type NewWebhook = z.infer<typeof newWebhookSchema>

export const createdWebhookSchema = shape('CreatedWebhook', 'A new webhook with its secret, which is shown only now.', {
  id: id.describe('The id of the webhook.'),
  secret: text('The secret with which its messages are signed (`whsec_…`). Store it: it is not shown again.'),
})

export const webhookSchema = shape('Webhook', 'An address to which events are sent, without its secret.', {
  id: id.describe('The id of the webhook.'),
  url: text('Where events are sent.'),
  events: events.describe('The types of events that are sent.'),
  createdAt: time('When it was created. ISO 8601 in UTC.'),
  disabledAt: timeOrNull(
    'When it was switched off, because its address had failed for two days or is gone. null: it is on.',
  ),
})
export type Webhook = z.infer<typeof webhookSchema>

export const webhookDeliverySchema = shape('WebhookDelivery', 'A message to a webhook.', {
  id: id.describe('The id of the message, which is the header `webhook-id` of each attempt.'),
  type: word('DeliveryType', 'The type of a message to a webhook.', ['test', ...WEBHOOK_EVENTS]).describe(
    'The type of the event; `test`: you asked for it.',
  ),
  state: z
    .enum(DELIVERY_STATES)
    .describe(
      'waiting: not yet accepted, it is tried again. delivered: accepted. failed: given up. dropped: not sent any more, because what it told of is gone or the webhook was switched off.',
    ),
  attempts: whole(0, 'How often it was sent.'),
  status: z.number().int().nullable().describe('The status of the last response. null: there was none.'),
  error: textOrNull('Why the last attempt failed, in words for people. null: it did not fail.'),
  createdAt: time('When the event happened. ISO 8601 in UTC.'),
  attemptedAt: timeOrNull('When it was last sent. ISO 8601 in UTC. null: not yet.'),
})
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>
