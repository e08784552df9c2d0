import { z } from 'zod'
import { dogSchema } from './dog.ts'
import { messageSchema } from './message.ts'
import { listQuerySchema } from './paging.ts'
import { id, moment } from './text.ts'

export const matchSchema = z
  .object({
    id: id.describe('The id of the match.'),
    dogAId: id.describe('One of the two dogs.'),
    dogBId: id.describe('The other of the two dogs.'),
    ownDogId: id.describe('The one of the two that you act as.'),
    otherDog: dogSchema.describe('The other dog, from the acting dog’s side.'),
    barked: z.boolean().describe('Whether the acting dog has barked at the other dog, or written to it.'),
    lastMessage: messageSchema.nullable().describe('The newest message. null: there is none yet.'),
    unreadCount: z
      .number()
      .int()
      .min(0)
      .describe('Messages of the other dog since the acting dog’s owner last marked the match as seen.'),
  })
  .meta({ id: 'Match', description: 'Two dogs, one of which has barked at the other, from the acting dog’s side.' })
export type Match = z.infer<typeof matchSchema>

export const matchesQuerySchema = listQuerySchema.unwrap().extend({
  sort: z
    .enum(['newest-message', 'created'])
    .describe(
      'The order: the newest message first, or in the order in which the matches were made. Absent: newest-message. In the order of making nothing moves while you read page after page.',
    )
    .meta({ example: 'created' })
    .optional(),
  since: moment.describe('Only those that were made, or got a message, at this time or later.').optional(),
})
export type MatchesQuery = z.infer<typeof matchesQuerySchema>

export const countSchema = z
  .object({ count: z.number().int().min(0).describe('The number.') })
  .meta({ id: 'Count', description: 'A number of things.' })
export const unreadByDogSchema = z.array(
  z
    .object({
      dogId: id.describe('One of your dogs.'),
      unread: z.number().int().min(1).describe('Its unread messages in all its matches.'),
    })
    .meta({ id: 'Unread', description: 'The unread messages of one of your dogs.' }),
)
export type UnreadByDog = z.infer<typeof unreadByDogSchema>
export const doneSchema = z
  .object({ ok: z.literal(true).describe('Always true: a refusal is an error.') })
  .meta({ id: 'Done', description: 'The call succeeded.' })
export const barkedSchema = z
  .object({ matchId: id.describe('The match of the two dogs.') })
  .meta({ id: 'Barked', description: 'The match that the bark belongs to.' })
