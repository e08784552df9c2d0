import { z } from 'zod'
import { id } from './text.ts'

export const photoSchema = z.object({ id, dogId: id, urlThumb: z.string(), urlLarge: z.string() }).meta({ id: 'Photo' })
export type Photo = z.infer<typeof photoSchema>

/** All photos of a dog in the order wanted. More than a dog can have is no order of its photos, but no reason to read on. */
export const photoOrderSchema = z.object({
  photoIds: z
    .array(id)
    .max(100)
    .refine(ids => new Set(ids).size === ids.length, 'Each photo only once'),
})
