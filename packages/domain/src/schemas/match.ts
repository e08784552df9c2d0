import { z } from 'zod'
import { LIST_PAGE_MAX } from '../paging.ts'
import { dogSchema } from './dog.ts'
import { flag, id, moment, shape, whole } from './fields.ts'
import { messageSchema } from './message.ts'
import { listQueryOf } from './paging.ts'

export const matchSchema = shape(
  'Match',
  'Two dogs, one of which has barked at the other, from the acting dog’s side.',
  {
    id: id.describe('The id of the match.'),
    dogAId: id.describe('One of the two dogs.'),
    dogBId: id.describe('The other of the two dogs.'),
    ownDogId: id.describe('The one of the two that you act as.'),
    otherDog: dogSchema.describe('The other dog, from the acting dog’s side.'),
    barked: flag('Whether the acting dog has barked at the other dog, or written to it.'),
    lastMessage: messageSchema.nullable().describe('The newest message. null: there is none yet.'),
    unreadCount: whole(0, 'Messages of the other dog since the acting dog’s owner last marked the match as seen.'),
  },
)
export type Match = z.infer<typeof matchSchema>

export const matchesQuerySchema = listQueryOf(LIST_PAGE_MAX).extend({
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

export const countSchema = shape('Count', 'A number of things.', { count: whole(0, 'The number.') })
export const unreadByDogSchema = z.array(
  shape('Unread', 'The unread messages of one of your dogs.', {
    dogId: id.describe('One of your dogs.'),
    unread: whole(1, 'Its unread messages in all its matches.'),
  }),
)
export type UnreadByDog = z.infer<typeof unreadByDogSchema>
export const doneSchema = shape('Done', 'The call succeeded.', {
  ok: z.literal(true).describe('Always true: a refusal is an error.'),
})
export const barkedSchema = shape('Barked', 'The match that the bark belongs to.', {
  matchId: id.describe('The match of the two dogs.'),
})
