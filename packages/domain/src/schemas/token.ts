import { z } from 'zod'
import { TOKEN_SCOPES } from '../token.ts'
import { flag, id, isUnique, moment, shape, text, time, timeOrNull, trimmedText, word } from './fields.ts'

const scopes = z
  .array(word('TokenScope', 'What a token may do.', TOKEN_SCOPES))
  .meta({ uniqueItems: true })
  .describe('read: calls with GET, sockets and streams. write: all other calls.')

export const newTokenSchema = z
  .strictObject({
    name: trimmedText(1, 80, { min: 'Please name the token' }).describe('A name of your choice, such as its purpose.'),
    isAdmin: z
      .boolean()
      .default(false)
      .describe('Whether it has the rights of your role, as a moderator or an admin, while you have it.'),
    scopes: scopes
      .min(1)
      .refine(isUnique, 'Must not repeat a scope')
      .default([...TOKEN_SCOPES]),
    expiresAt: moment.nullable().default(null).describe('When it ends, in the future. null: it does not end.'),
  })
  .meta({ id: 'NewToken', description: 'A personal access token to create.' })

export const tokenSchema = shape('Token', 'A personal access token, without its secret.', {
  id: id.describe('The id of the token.'),
  name: text('The name that its owner chose.'),
  isAdmin: flag('Whether it has the rights of its owner’s role.'),
  scopes,
  expiresAt: timeOrNull('When it ends. ISO 8601 in UTC. null: it does not end.'),
  createdAt: time('When it was created. ISO 8601 in UTC.'),
  lastUsedOn: z.iso.date().nullable().describe('The last day on which it was used, in UTC. null: never used.'),
})
export type Token = z.infer<typeof tokenSchema>

export const createdTokenSchema = tokenSchema
  .extend({
    token: text('The token itself, for `Authorization: Bearer`. Store it: it is not shown again.'),
  })
  .meta({ id: 'CreatedToken', description: 'A new token with its secret, which is shown only now.' })
