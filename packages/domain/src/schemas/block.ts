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

export const skipSchema = shape('Skip', 'A dog that the acting dog’s searches leave out.', {
  id: id.describe('The id of the skip, for undoing it.'),
  dog: dogCardSchema.describe('The dog that is left out.'),
  createdAt: time('When you left it out. ISO 8601 in UTC.'),
})
export type Skip = z.infer<typeof skipSchema>
