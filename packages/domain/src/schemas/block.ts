import { z } from 'zod'
import { photoSchema } from './photo.ts'
import { id } from './text.ts'

export const blockSchema = z
  .object({
    id: id.describe('The id of the block, for undoing it.'),
    kind: z
      .enum(['owner', 'pair'])
      .meta({ id: 'BlockKind', description: 'What a block is about.' })
      .describe(
        'owner: you blocked the owner of this dog, with all dogs of both. pair: you ended the match of one of your dogs with this dog.',
      ),
    dog: z
      .object({
        id: id.describe('The id of the dog.'),
        name: z.string().describe('Its name.'),
        breed: z.string().describe('Its breed.'),
        photos: z.array(photoSchema).describe('Its photos. Empty if the dog was deleted.'),
      })
      .describe('The dog that you chose. It may have been deleted or transferred since.'),
    createdAt: z.iso.datetime().describe('When you blocked or unmatched. ISO 8601 in UTC.'),
  })
  .meta({ id: 'Block', description: 'An owner whom you blocked, or a match that you ended.' })
export type Block = z.infer<typeof blockSchema>
