import { z } from 'zod'
import { MESSAGE_MAX, MESSAGES_DEFAULT, MESSAGES_MAX } from '../message.ts'
import { clientId, id, verbatimText } from './text.ts'

/** Stored exactly as sent. Its length is checked after trimming. */
export const messageBodySchema = verbatimText(1, MESSAGE_MAX).describe(
  `The text, kept as sent: 1 to ${MESSAGE_MAX.toLocaleString('en-US')} characters after trimming.`,
)

export const messageSchema = z
  .object({
    id: id.describe('The id of the message.'),
    matchId: id.describe('The match that it belongs to.'),
    senderDogId: id.describe('The dog that sent it.'),
    body: z.string().describe('The text, exactly as it was sent.'),
    createdAt: z.iso.datetime().describe('When it was stored. ISO 8601 in UTC.'),
    seq: z
      .number()
      .int()
      .min(1)
      .describe('Its number within the match: 1, 2, 3, without gaps, in the order of storing.'),
  })
  .meta({ id: 'Message', description: 'A message in a chat.' })
export type Message = z.infer<typeof messageSchema>

/** A new message over REST. */
export const newMessageSchema = z
  .object({
    body: messageBodySchema,
    clientId: clientId
      .describe('An id of your choice, which makes retries safe: messages with the same one are stored once.')
      .optional(),
  })
  .meta({ id: 'NewMessage', description: 'A message to send.' })

export const messagesQuerySchema = z
  .object({
    matchId: id.describe('The match.'),
    before: id.describe('The id of a message: returns older messages.').optional(),
    after: id.describe('The id of a message: returns newer messages. Not together with `before`.').optional(),
    limit: z.number().int().min(1).max(MESSAGES_MAX).default(MESSAGES_DEFAULT).describe('The maximum number of items.'),
  })
  .refine(query => query.before === undefined || query.after === undefined, {
    path: ['after'],
    message: 'Send before or after, not both',
  })
