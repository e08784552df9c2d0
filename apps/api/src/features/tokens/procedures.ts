import { randomBytes } from 'node:crypto'
import { createToken, deleteToken, listTokens } from '@barkyard/db/queries/tokens/tokens'
import { isStaff } from '@barkyard/domain/rights'
import { id } from '@barkyard/domain/schemas/fields'
import { createdTokenSchema, newTokenSchema, tokenSchema } from '@barkyard/domain/schemas/token'
import { TOKENS_PER_USER } from '@barkyard/domain/token'
import { z } from 'zod'
import { requireScope } from '../../platform/access/requirements.ts'
import { accessEnded, hashToken, tokenKey } from '../../platform/access/sessions.ts'
import { tokenOf } from '../../platform/access/token-text.ts'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { doneOutput, router, signedInProcedure } from '../../platform/trpc/init.ts'

const NO_TOKEN = 'A token cannot make tokens'
const ONLY_ADMINS = 'Only moderators and admins can make a token with their rights'
const ONLY_ITSELF = 'A token can revoke only itself'

export const tokensRouter = router({
  list: signedInProcedure
    .meta({
      rest: 'GET /tokens',
      operationId: 'listMyTokens',
      summary: 'Your personal access tokens',
      description: `At most ${TOKENS_PER_USER}, without paging.`,
    })
    .output(z.array(tokenSchema))
    .query(({ ctx }) => listTokens(ctx.services.db, ctx.caller.userId)),

  create: signedInProcedure
    .meta({
      rest: 'POST /tokens',
      operationId: 'createToken',
      summary: 'Create a token, which is shown once',
      description:
        'It can do what you can, except for changes of the account itself. Only moderators and admins can request admin rights. Without the scope `write` it cannot change anything. A token cannot create tokens. The web app makes tokens too: in the settings, under “Access tokens”.',
      errors: ['token', 'not-admin', 'not-in-future', 'tokens-full'],
      messages: { token: NO_TOKEN, 'not-admin': ONLY_ADMINS },
      asDog: 'token-created-as-dog',
    })
    .input(newTokenSchema)
    .output(createdTokenSchema)
    .mutation(({ ctx: { services, caller, writeLasting }, input }) => {
      const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt)
      if (expiresAt && expiresAt <= services.now()) throw new AppError('not-in-future', { path: 'expiresAt' })
      if (caller.isToken) throw new AppError('token', { message: NO_TOKEN })
      const token = tokenOf(randomBytes(32).toString('base64url'))
      return writeLasting(async (trx, _, { role, passkeyId }) => {
        if (input.isAdmin && !isStaff(role)) throw new AppError('not-admin', { message: ONLY_ADMINS })
        const made = await createToken(
          trx,
          caller.userId,
          { ...input, expiresAt, hash: hashToken(token), passkeyId },
          TOKENS_PER_USER,
        )
        return { ...unwrapOrThrow(made), token }
      })
    }),

  revoke: signedInProcedure
    .meta({
      rest: 'DELETE /tokens/{id}',
      operationId: 'revokeToken',
      summary: 'Revoke a token',
      done: 'The token is worth nothing any more, and its sockets are closed.',
      description:
        'Takes effect at once. Its sockets close with 4401. A token can revoke only itself, whatever its scopes.',
      errors: ['token', 'token-not-found'],
      messages: { token: ONLY_ITSELF },
      asDog: 'token-revoked-as-dog',
      anyScope: true,
    })
    .input(z.object({ id }))
    .output(doneOutput)
    .mutation(({ ctx: { caller, writeLasting }, input }) =>
      writeLasting(async (trx, effects) => {
        const deleted = await deleteToken(trx, caller.userId, input.id)
        const isItself = typeof deleted === 'object' && caller.id === tokenKey(deleted.hash)
        if (!isItself) requireScope(caller, 'write')
        const { hash } = unwrapOrThrow(deleted)
        if (caller.isToken && !isItself) throw new AppError('token', { message: ONLY_ITSELF })
        accessEnded(effects, { sessionIds: [], tokenHashes: [hash] })
      }),
    ),
})
