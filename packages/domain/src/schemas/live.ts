import { z } from 'zod'
import { messageSchema } from './message.ts'
import { playdateSchema } from './playdate.ts'
import { id } from './text.ts'

/** What an open page is told as it happens; `dogId` is the dog concerned that the listener owns or acts as. */
export const liveEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), message: messageSchema }),
  z.object({ type: z.literal('seen'), matchId: id }),
  z.object({ type: z.literal('playdate'), playdate: playdateSchema }),
  /** Read everything again: dogs, their photos or their owner changed, or the acting dog did, or events were missed. */
  z.object({ type: z.literal('refresh') }),
  /** The first: from here on everything is told. What was read before may lack what happened meanwhile. */
  z.object({ type: z.literal('started') }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>
