import { z } from 'zod'
import { PHOTO_LARGE_SIDE, PHOTO_THUMB_SIDE } from '../photo.ts'
import { id, idAsSent, isUnique, readId, shape } from './fields.ts'

/** The address of a file, relative to the server. */
const url = z.string().meta({ format: 'uri-reference' })

const share = (of: string) => z.number().min(0).max(1).describe(`A fraction of the ${of}, 0 to 1.`)

const focusSchema = shape('PhotoFocus', 'A point of a photo.', {
  x: share('width, from the left'),
  y: share('height, from the top'),
})
export type PhotoFocus = z.infer<typeof focusSchema>

export const photoSchema = shape('Photo', 'A photo of a dog.', {
  id: id.describe('The id of the photo.'),
  dogId: id.describe('The dog in it.'),
  urlThumb: url.describe(
    `A WebP of at most ${PHOTO_THUMB_SIDE} pixels a side. Relative to the server; the file never changes.`,
  ),
  urlLarge: url.describe(
    `A WebP of at most ${PHOTO_LARGE_SIDE} pixels a side. Relative to the server; the file never changes.`,
  ),
  focus: focusSchema
    .optional()
    .describe('The point to keep visible when the photo is cropped. Absent: unknown. Most dogs are in the middle.'),
})
export type Photo = z.infer<typeof photoSchema>

export const photoEditSchema = shape('PhotoEdit', 'The changes of a photo.', {
  focus: focusSchema.nullable().describe('The point to keep visible when the photo is cropped. null removes it.'),
})

/** All photos of a dog in the wanted order. The limit is above the number of photos that a dog can have. */
export const photoOrderSchema = shape('PhotoOrder', 'The new order of a dog’s photos.', {
  // Compared as they were sent: what is no id is read as the same one.
  photoIds: z
    .array(idAsSent)
    .max(100)
    .refine(isUnique, 'Each photo only once')
    .overwrite(ids => ids.map(readId))
    .meta({
      uniqueItems: true,
      description: 'The ids of all photos of the dog. The first one becomes its main photo.',
    }),
})
