import { z } from 'zod'
import { dogSchema } from './dog.ts'
import { messageSchema } from './message.ts'
import { id } from './text.ts'

export const matchSchema = z
  .object({
    id,
    dogAId: id,
    dogBId: id,
    otherDog: dogSchema,
    lastMessage: messageSchema.nullable(),
    unreadCount: z.number().int().min(0),
  })
  .meta({ id: 'Match' })
export type Match = z.infer<typeof matchSchema>

export const countSchema = z.object({ count: z.number().int().min(0) }).meta({ id: 'Count' })
/** Dogs with nothing unread are left out. */
export const unreadByDogSchema = z.array(z.object({ dogId: id, count: z.number().int().min(1) }))
export type UnreadByDog = z.infer<typeof unreadByDogSchema>
export const doneSchema = z.object({ ok: z.literal(true) }).meta({ id: 'Done' })
export const barkedSchema = z.object({ matchId: id }).meta({ id: 'Barked' })
