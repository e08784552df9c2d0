import { z } from 'zod'
import { id } from './text.ts'

export const PHOTOS_PER_DOG = 6
export const PHOTO_MAX_BYTES = 8 * 1024 * 1024
/** Refused before decoding: a decoded pixel takes 4 bytes, whatever the file's size. */
export const PHOTO_MAX_PIXELS = 50_000_000
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
/** Longest side in pixels of the two sizes that are kept. */
export const PHOTO_THUMB_SIDE = 320
export const PHOTO_LARGE_SIDE = 1600

export const photoSchema = z.object({ id, dogId: id, urlThumb: z.string(), urlLarge: z.string() }).meta({ id: 'Photo' })
/** All photos of a dog in the order wanted. More than a dog can have is no order of its photos, but no reason to read on. */
export const photoOrderSchema = z.object({
  photoIds: z
    .array(id)
    .max(100)
    .refine(ids => new Set(ids).size === ids.length, 'Each photo only once'),
})

export type Photo = z.infer<typeof photoSchema>
