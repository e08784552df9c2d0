import { z } from 'zod'
import { messageBodySchema, messageSchema } from './message.ts'
import { clientId, id } from './text.ts'

/** What a client sends. A clientId makes sending again safe: the same one from the same dog is stored once. */
export const clientFrameSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), userId: id }),
  z.object({
    type: z.literal('message'),
    matchId: id,
    senderDogId: id,
    body: messageBodySchema,
    clientId: clientId.optional(),
  }),
])
export type ClientFrame = z.infer<typeof clientFrameSchema>

/** What the server sends. The sender's own message carries its clientId. */
export const serverFrameSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), message: messageSchema.extend({ clientId: clientId.optional() }) }),
  z.object({ type: z.literal('error'), message: z.string(), clientId: clientId.optional() }),
])
export type ServerFrame = z.infer<typeof serverFrameSchema>
