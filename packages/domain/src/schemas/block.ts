import { z } from 'zod'
import { photoSchema } from './photo.ts'
import { id } from './text.ts'

export const blockSchema = z
  .object({
    id: id.describe('The id of the block, with which it is undone.'),
    kind: z
      .enum(['owner', 'pair'])
      .describe(
        'owner: you blocked the owner of this dog, with all dogs of both. pair: you ended the match of one of your dogs with this dog.',
      ),
    dog: z
      .object({
        id: id.describe('The id of the dog.'),
        name: z.string().describe('Its name.'),
        breed: z.string().describe('Its breed.'),
        photos: z.array(photoSchema).describe('Its photos. Empty where the dog is gone.'),
      })
      .describe('The dog by which you did it. It may be gone since, or belong to somebody else.'),
    createdAt: z.iso.datetime().describe('When you did it.'),
  })
  .meta({ id: 'Block', description: 'An owner whom you keep away, or a dog from one of yours.' })
export type Block = z.infer<typeof blockSchema>
