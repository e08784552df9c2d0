import { randomBytes } from 'node:crypto'
import { inviteCode } from '@barkyard/db/queries/invites/invites'
import { inviteSchema } from '@barkyard/domain/schemas/invite'
import { z } from 'zod'
import { router, signedInProcedure } from '../../platform/trpc/init.ts'

const CODE_BYTES = 16

export const invitesRouter = router({
  mine: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/invite',
        tags: ['account'],
        operationId: 'getInvite',
        summary: 'Your link to invite somebody',
        description:
          'Always the same one. When somebody signs up by it and creates a dog, both of you are notified of the other’s dog.',
      },
    })
    .input(z.void())
    .output(inviteSchema)
    .query(async ({ ctx: { services, caller } }) => {
      const code = await inviteCode(services.db, caller.userId, randomBytes(CODE_BYTES).toString('base64url'))
      const url = new URL('/', services.config.publicUrl)
      url.searchParams.set('invite', code)
      return { url: url.href }
    }),
})
