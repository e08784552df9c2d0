import { z } from 'zod'
import { shape } from './fields.ts'

export const inviteSchema = shape('Invite', 'Your link to invite somebody.', {
  url: z.url().describe('A link to the landing page that carries your code.'),
  canJoin: z
    .literal(false)
    .optional()
    .describe('Present if nobody could sign up by it: accounts need a code, or are closed.'),
})
export type Invite = z.infer<typeof inviteSchema>
