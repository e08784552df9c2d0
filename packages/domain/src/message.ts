import { z } from 'zod'
import { id, verbatimText } from './text.ts'

export const MESSAGE_MAX = 4000
export const MESSAGES_DEFAULT = 200
export const MESSAGES_MAX = 500
/** The body of the message that a bark adds. */
export const BARK_BODY = 'Woof! 🐕'
/** What the page lets people type; each word becomes a noise of up to 15 characters. */
export const WORDS_MAX = 200

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
