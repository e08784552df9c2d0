import { z } from 'zod'
import { flag, shape } from './fields.ts'

export const inviteSchema = shape('Invite', 'Your link to invite somebody.', {
  url: z.url().describe('A link to the landing page that carries your code.'),
  canJoin: flag('Whether somebody who follows it may sign up: accounts here need no code and are not closed.'),
})
export type Invite = z.infer<typeof inviteSchema>
