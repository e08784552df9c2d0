import { randomBytes } from 'node:crypto'
import { createToken, deleteToken, listTokens } from '@barkyard/db/queries/tokens'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { id } from '@barkyard/domain/schemas/text'
import { createdTokenSchema, newTokenSchema, tokenSchema } from '@barkyard/domain/schemas/token'
import { TOKENS_PER_USER, tokenOf } from '@barkyard/domain/token'
import { z } from 'zod'
import { hashToken, tokenKey } from '../access/sessions.ts'
import { AppError, notFound } from '../errors.ts'
import { sessionsEnded } from '../realtime/notify.ts'
import { router, signedInProcedure } from '../trpc/init.ts'

const tags = ['tokens']

export const tokensRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/tokens', tags, operationId: 'listMyTokens' },
        summary: 'Your personal access tokens',
        description: `At most ${TOKENS_PER_USER}, without paging.`,
      },
    })
    .input(z.void())
    .output(z.array(tokenSchema))
    .query(({ ctx }) => listTokens(ctx.services.db, ctx.caller.userId)),

  create: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/tokens', tags, operationId: 'createToken' },
        summary: 'Create a token, which is shown once',
        description:
          'It can do what you can, except for changes of the account itself. Only admins can request admin rights. A token cannot create tokens.',
        errors: ['token', 'not-admin', 'tokens-full'],
        example: { body: { name: 'feeder on the porch', isAdmin: false } },
      },
      asDog: 'token-created-as-dog',
    })
    .input(newTokenSchema)
    .output(createdTokenSchema)
    .mutation(async ({ ctx: { caller, writes }, input }) => {
      if (caller.isToken) throw new AppError('token', { message: 'A token cannot make tokens' })
      if (input.isAdmin && !caller.isAdmin)
        throw new AppError('not-admin', { message: 'Only admins can make a token with their rights' })
      const token = tokenOf(randomBytes(32).toString('base64url'))
      const created = await writes.write(async db => {
        const made = await createToken(db, caller.userId, { ...input, hash: hashToken(token) }, TOKENS_PER_USER)
        if (made === 'full') throw new AppError('tokens-full')
        return made
      })
      return { ...created, token }
    }),

  revoke: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'DELETE', path: '/tokens/{id}', tags, operationId: 'revokeToken' },
        summary: 'Revoke a token',
        description: 'Takes effect at once. Its sockets close with 4401.',
        errors: ['token-not-found'],
      },
      asDog: 'token-revoked-as-dog',
    })
    .input(z.object({ id }))
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller, writes }, input }) => {
      const hash = await writes.write(async db => {
        const deleted = await deleteToken(db, caller.userId, input.id)
        if (deleted === 'not found') throw notFound('Token')
        return deleted
      })
      sessionsEnded(services, [tokenKey(hash)])
      return { ok: true as const }
    }),
})
