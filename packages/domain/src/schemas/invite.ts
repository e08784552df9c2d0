import { z } from 'zod'

export const inviteSchema = z
  .object({ url: z.url().describe('A link to the landing page that carries your code.') })
  .meta({ id: 'Invite', description: 'Your link to invite somebody.' })
