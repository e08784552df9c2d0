import { z } from 'zod'
import { id, trimmedText } from './text.ts'

export const newTokenSchema = z
  .object({
    name: trimmedText(1, 80, { min: 'Please name the token' }),
    /** May do what an admin may, while its owner is one. */
    isAdmin: z.boolean().default(false),
  })
  .meta({ id: 'NewToken' })

/** A personal access token as its owner sees it afterwards: never the token itself. */
export const tokenSchema = z
  .object({
    id,
    name: z.string(),
    isAdmin: z.boolean(),
    createdAt: z.iso.datetime(),
    lastUsedOn: z.iso.date().nullable(),
  })
  .meta({ id: 'Token' })
export type Token = z.infer<typeof tokenSchema>

/** What creating one answers: the only time that `token` is shown. */
export const createdTokenSchema = tokenSchema.extend({ token: z.string() }).meta({ id: 'CreatedToken' })
