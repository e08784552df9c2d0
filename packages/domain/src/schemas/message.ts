import { z } from 'zod'
import { MESSAGE_MAX, MESSAGES_DEFAULT, MESSAGES_MAX } from '../message.ts'
import { id, verbatimText } from './text.ts'

/** Kept exactly as sent; its length counts after trimming. */
export const messageBodySchema = verbatimText(1, MESSAGE_MAX)

export const messageSchema = z
  .object({
    id,
    matchId: id,
    senderDogId: id,
    body: z.string(),
    createdAt: z.iso.datetime(),
    seq: z.number().int().min(1),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof messageSchema>

export const messagesQuerySchema = z
  .object({
    matchId: id,
    before: id.optional(),
    after: id.optional(),
    limit: z.number().int().min(1).max(MESSAGES_MAX).default(MESSAGES_DEFAULT),
  })
  .refine(query => query.before === undefined || query.after === undefined, {
    path: ['after'],
    message: 'Send before or after, not both',
  })
