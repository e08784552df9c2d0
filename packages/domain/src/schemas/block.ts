import { z } from 'zod'
import { id, part, shape, text, time, word } from './fields.ts'
import { photoSchema } from './photo.ts'

export const blockSchema = shape('Block', 'An owner whom you blocked, or a match that you ended.', {
  id: id.describe('The id of the block, for undoing it.'),
  kind: word('BlockKind', 'What a block is about.', ['owner', 'pair']).describe(
    'owner: you blocked the owner of this dog, with all dogs of both. pair: you ended the match of one of your dogs with this dog.',
  ),
  dog: part('The dog that you chose. It may have been deleted or transferred since.', {
    id: id.describe('The id of the dog.'),
    name: text('Its name.'),
    breed: text('Its breed.'),
    photos: z.array(photoSchema).describe('Its photos. Empty if the dog was deleted.'),
  }),
  createdAt: time('When you blocked or unmatched. ISO 8601 in UTC.'),
})
export type Block = z.infer<typeof blockSchema>
