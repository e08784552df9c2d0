import { z } from 'zod'
import { id } from './text.ts'

export const adminUserSchema = z
  .object({ id, firstName: z.string(), lastName: z.string(), email: z.string(), dogCount: z.number().int().min(0) })
  .meta({ id: 'AdminUser' })
export type AdminUser = z.infer<typeof adminUserSchema>

export const adminDogSchema = z
  .object({
    id,
    name: z.string(),
    breed: z.string(),
    userId: id.nullable(),
    owner: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
    photos: z.array(z.object({ id, urlThumb: z.string() })),
  })
  .meta({ id: 'AdminDog' })
export type AdminDog = z.infer<typeof adminDogSchema>
