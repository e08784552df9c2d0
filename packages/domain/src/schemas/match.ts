import { z } from 'zod'
import { dogSchema } from './dog.ts'
import { messageSchema } from './message.ts'
import { id } from './text.ts'

export const matchSchema = z
  .object({
    id: id.describe('The id of the match.'),
    dogAId: id.describe('One of the two dogs.'),
    dogBId: id.describe('The other of the two dogs.'),
    otherDog: dogSchema.describe('The other dog, from the acting dog’s side.'),
    lastMessage: messageSchema.nullable().describe('The newest message. null: there is none yet.'),
    unreadCount: z
      .number()
      .int()
      .min(0)
      .describe('Messages of the other dog since the acting dog’s owner last marked the match as seen.'),
  })
  .meta({ id: 'Match', description: 'Two dogs, one of which has barked at the other, from the acting dog’s side.' })
export type Match = z.infer<typeof matchSchema>

export const countSchema = z
  .object({ count: z.number().int().min(0).describe('The number.') })
  .meta({ id: 'Count', description: 'A number of things.' })
/** Without dogs that have no unread messages. */
export const unreadByDogSchema = z.array(z.object({ dogId: id, count: z.number().int().min(1) }))
export type UnreadByDog = z.infer<typeof unreadByDogSchema>
export const doneSchema = z
  .object({ ok: z.literal(true).describe('Always true: a refusal is an error.') })
  .meta({ id: 'Done', description: 'The call succeeded.' })
export const barkedSchema = z
  .object({ matchId: id.describe('The match of the two dogs.') })
  .meta({ id: 'Barked', description: 'The match that the bark belongs to.' })
