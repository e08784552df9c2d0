import { z } from 'zod'
import { id, part, shape, text, time } from './fields.ts'
import { photoSchema } from './photo.ts'

export const skipSchema = shape('Skip', 'A dog that the acting dog’s searches leave out.', {
  id: id.describe('The id of the skip, for undoing it.'),
  dog: part('The dog that is left out.', {
    id: id.describe('The id of the dog.'),
    name: text('Its name.'),
    breed: text('Its breed.'),
    photos: z.array(photoSchema).describe('Its photos.'),
  }),
  createdAt: time('When you left it out. ISO 8601 in UTC.'),
})
export type Skip = z.infer<typeof skipSchema>
