import { userSchema } from '@barkyard/domain/schemas/user'
import { evenSuspendedProcedure, router } from '../../platform/trpc/init.ts'
import { readUser } from '../account/index.ts'

export const authRouter = router({
  user: evenSuspendedProcedure
    .meta({
      rest: 'GET /auth/user',
      operationId: 'getMyself',
      summary: 'The signed-in user',
      description: 'With a token, `isAdmin` says whether the token has admin rights.',
    })
    .output(userSchema)
    .query(({ ctx }) => readUser(ctx.services, ctx.caller)),
})
