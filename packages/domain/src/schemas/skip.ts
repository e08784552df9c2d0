import type { z } from 'zod'
import { dogCardSchema } from './dog.ts'
import { id, shape, time } from './fields.ts'

export const skipSchema = shape('Skip', 'A dog that the acting dog’s searches leave out.', {
  id: id.describe('The id of the skip, for undoing it.'),
  dog: dogCardSchema.describe('The dog that is left out.'),
  createdAt: time('When you left it out. ISO 8601 in UTC.'),
})
export type Skip = z.infer<typeof skipSchema>
