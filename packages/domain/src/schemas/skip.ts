import { z } from 'zod'
import { photoSchema } from './photo.ts'
import { id } from './text.ts'

export const skipSchema = z
  .object({
    id: id.describe('The id of the skip, for undoing it.'),
    dog: z
      .object({
        id: id.describe('The id of the dog.'),
        name: z.string().describe('Its name.'),
        breed: z.string().describe('Its breed.'),
        photos: z.array(photoSchema).describe('Its photos.'),
      })
      .describe('The dog that is left out.'),
    createdAt: z.iso.datetime().describe('When you left it out. ISO 8601 in UTC.'),
  })
  .meta({ id: 'Skip', description: 'A dog that the acting dog’s searches leave out.' })
export type Skip = z.infer<typeof skipSchema>
