import { randomBytes } from 'node:crypto'
import { inviteCode, renewInviteCode } from '@barkyard/db/queries/invites/invites'
import { type Invite, inviteSchema } from '@barkyard/domain/schemas/invite'
import { router, signedInProcedure } from '../../platform/trpc/init.ts'
import type { Services } from '../../services.ts'

const newCode = () => randomBytes(16).toString('base64url')

function linkOf({ config }: Services, code: string): Invite {
  const url = new URL('/', config.publicUrl)
  url.searchParams.set('invite', code)
  return { url: url.href, ...(config.signUp !== 'open' && { canJoin: false }) }
}

export const invitesRouter = router({
  mine: signedInProcedure
    .meta({
      rest: 'GET /invite',
      operationId: 'getInvite',
      summary: 'Your link to invite somebody',
      description:
        'The same one until you replace it. When somebody signs up by it and creates a dog, both of you are notified of the other’s dog.',
    })
    .output(inviteSchema)
    .query(async ({ ctx: { services, caller } }) =>
      linkOf(services, await inviteCode(services.db, caller.userId, newCode())),
    ),

  renew: signedInProcedure
    .meta({
      rest: 'DELETE /invite',
      operationId: 'renewInvite',
      summary: 'Replace your link to invite somebody',
      description: 'Returns a new link. The former one invites nobody any more.',
    })
    .output(inviteSchema)
    .mutation(({ ctx: { services, caller, write } }) =>
      write(async trx => {
        const code = newCode()
        await renewInviteCode(trx, caller.userId, code)
        return linkOf(services, code)
      }),
    ),
})
