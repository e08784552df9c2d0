import { z } from 'zod'
import { MESSAGE_MAX, MESSAGES_DEFAULT, MESSAGES_MAX } from '../message.ts'
import { clientId, id, shape, text, time, verbatimText, whole } from './fields.ts'
import { limitOf } from './paging.ts'

/** Stored exactly as sent. Its length is checked after trimming. */
export const messageBodySchema = verbatimText(1, MESSAGE_MAX).describe(
  `The text, kept as sent: 1 to ${MESSAGE_MAX.toLocaleString('en-US')} characters after trimming.`,
)

export const messageSchema = shape('Message', 'A message in a chat.', {
  id: id.describe('The id of the message.'),
  matchId: id.describe('The match that it belongs to.'),
  senderDogId: id.describe('The dog that sent it.'),
  body: text('The text, exactly as it was sent.'),
  createdAt: time('When it was stored. ISO 8601 in UTC.'),
  seq: whole(1, 'Its number within the match: 1, 2, 3, without gaps, in the order of storing.'),
})
export type Message = z.infer<typeof messageSchema>

export const newMessageSchema = shape('NewMessage', 'A message to send.', {
  body: messageBodySchema,
  clientId: clientId
    .describe('An id of your choice, which makes retries safe: messages with the same one are stored once.')
    .optional(),
})

export const messagesQuerySchema = z
  .object({
    matchId: id.describe('The match.'),
    before: id.describe('The id of a message: returns older messages.').optional(),
    after: id.describe('The id of a message: returns newer messages. Not together with `before`.').optional(),
    limit: limitOf(MESSAGES_MAX, MESSAGES_DEFAULT),
  })
  .refine(query => query.before === undefined || query.after === undefined, {
    path: ['after'],
    message: 'Send before or after, not both',
  })
export type MessagesQuery = z.infer<typeof messagesQuerySchema>
