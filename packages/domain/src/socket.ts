import { z } from 'zod'
import { messageBodySchema, messageSchema } from './message.ts'
import { clientId, id } from './text.ts'

export { CLOSE_FLOOD, CLOSE_UNAUTHORIZED } from './close-codes.ts'

/** Largest frame in bytes; beyond it the socket closes with 1009. */
export const FRAME_MAX_BYTES = 16 * 1024
export const SOCKETS_PER_USER = 20
/** A socket that has not said who it is within this many ms is closed. */
export const AUTH_WITHIN_MS = 10_000
export const PING_EVERY_MS = 30_000

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
