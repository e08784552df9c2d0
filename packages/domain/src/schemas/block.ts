import type { z } from 'zod'
import { dogCardSchema } from './dog.ts'
import { id, shape, time, word } from './fields.ts'

export const blockSchema = shape('Block', 'An owner whom you blocked, or a match that you ended.', {
  id: id.describe('The id of the block, for undoing it.'),
  kind: word('BlockKind', 'What a block is about.', ['owner', 'pair']).describe(
    'owner: you blocked the owner of this dog, with all dogs of both. pair: you ended the match of one of your dogs with this dog.',
  ),
  dog: dogCardSchema.describe(
    'The dog that you chose. It may have been deleted, then it has no photos, or transferred since.',
  ),
  createdAt: time('When you blocked or unmatched. ISO 8601 in UTC.'),
})
export type Block = z.infer<typeof blockSchema>
