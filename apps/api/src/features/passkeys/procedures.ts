import type { Trx } from '@barkyard/db/open'
import { findLink, useLink } from '@barkyard/db/queries/account/links'
import { findUser } from '@barkyard/db/queries/account/users'
import {
  addPasskey,
  hasPasskey,
  keepChallenge,
  listCredentials,
  listPasskeys,
  removePasskey,
  takeChallenge,
} from '@barkyard/db/queries/passkeys/passkeys'
import { CHALLENGE_MS, PASSKEYS_PER_USER } from '@barkyard/domain/passkey'
import { isStaff } from '@barkyard/domain/rights'
import { id, readId } from '@barkyard/domain/schemas/fields'
import {
  newPasskeySchema,
  passkeyOptionsInput,
  passkeyOptionsSchema,
  passkeySchema,
} from '@barkyard/domain/schemas/passkey'
import { z } from 'zod'
import { notSignedIn } from '../../platform/access/requirements.ts'
import { accessEnded, type Caller } from '../../platform/access/sessions.ts'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { doneOutput, router, sessionProcedure } from '../../platform/trpc/init.ts'
import type { Services } from '../../services.ts'
import { requireBuiltIn, requireRecentSignIn } from '../account/index.ts'
import { PASSKEY_ADDED, PASSKEY_REMOVED } from './mails.ts'
import { registrationOptions, verifyRegistration } from './webauthn.ts'

const RECENTLY = 'Needs a sign-in within the last 10 minutes, with a passkey if the account has one that works.'
const FIRST_OF_STAFF = 'The first passkey of staff is added by a link: ask whoever runs this yard for one'
const ADDING = [
  'demo',
  'password-not-found',
  'sign-in-again',
  'passkey-required',
  'dead-link',
  'passkeys-full',
] as const

/** Calls that change passkeys. The demo's accounts have none. */
const changingProcedure = sessionProcedure.use(({ ctx, next }) => {
  if (ctx.caller.isDemo) throw new AppError('demo')
  return next()
})

/**
 * Where staff needs a passkey, its first one needs a link of the operator's: somebody who has only stolen the password must
 * not get in by adding one. In a transaction the link is used up.
 */
async function requireMayAdd(services: Services, caller: Caller, link: string | undefined, trx?: Trx): Promise<void> {
  const { db, now, linkTokens } = services
  if (link === undefined || (await hasPasskey(trx ?? db, caller.userId))) {
    await requireRecentSignIn(trx ?? db, caller, now())
    if (caller.lacksPasskey) throw new AppError('passkey-required', { message: FIRST_OF_STAFF })
    return
  }
  const id = readId(linkTokens.read('add-passkey', link) ?? '')
  const found = await (trx ? useLink(trx, 'add-passkey', id, now()) : findLink(db, 'add-passkey', id, now()))
  if (found?.userId !== caller.userId) throw new AppError('dead-link', { path: 'link' })
}

export const passkeysRouter = router({
  list: sessionProcedure
    .meta({
      rest: 'GET /passkeys',
      operationId: 'listMyPasskeys',
      summary: 'Your passkeys',
      description: `At most ${PASSKEYS_PER_USER}, the oldest first, without paging.`,
    })
    .output(z.array(passkeySchema))
    .query(({ ctx }) => listPasskeys(ctx.services.db, ctx.caller.userId)),

  options: changingProcedure
    .meta({
      rest: 'POST /passkeys/options',
      operationId: 'beginPasskey',
      summary: 'Get what a browser makes a passkey from',
      description: `For \`PublicKeyCredential.parseCreationOptionsFromJSON\`. The challenge is good once, for 5 minutes, in this session; a later one replaces it. ${RECENTLY}`,
      errors: ADDING,
      messages: { 'passkey-required': FIRST_OF_STAFF },
    })
    .input(passkeyOptionsInput.optional())
    .output(passkeyOptionsSchema)
    .mutation(async ({ ctx: { services, caller, writeLasting }, input }) => {
      requireBuiltIn(services)
      await requireMayAdd(services, caller, input?.link)
      const user = await findUser(services.db, caller.userId)
      if (!user) throw notSignedIn()
      const credentials = await listCredentials(services.db, caller.userId)
      if (credentials.length >= PASSKEYS_PER_USER) throw new AppError('passkeys-full')
      const name = `${user.first_name} ${user.last_name}`.trim()
      const options = await registrationOptions(services, { id: user.id, email: user.email, name }, credentials)
      const expiresAt = new Date(services.now().getTime() + CHALLENGE_MS)
      await writeLasting(trx => keepChallenge(trx, { challenge: options.challenge, sessionId: caller.id, expiresAt }))
      return options
    }),

  add: changingProcedure
    .meta({
      rest: 'POST /passkeys',
      operationId: 'addPasskey',
      summary: 'Add a passkey',
      description: `What the browser made from \`POST /passkeys/options\`. ${RECENTLY} A mail says so.`,
      errors: [...ADDING, 'passkey-taken'],
      messages: { 'passkey-required': FIRST_OF_STAFF },
    })
    .input(newPasskeySchema)
    .output(passkeySchema)
    .mutation(async ({ ctx: { services, caller, writeLasting }, input: { name, response, link } }) => {
      requireBuiltIn(services)
      await requireMayAdd(services, caller, link)
      const challenge = await takeChallenge(services.db, { sessionId: caller.id }, services.now())
      const made = challenge === null ? null : await verifyRegistration(services, response, challenge)
      if (!made)
        throw new AppError('invalid-input', {
          path: 'response',
          message: challenge === null ? 'This took too long. Please try again' : 'This passkey cannot be used here',
        })
      return writeLasting(async (trx, effects, now) => {
        await requireMayAdd(services, now, link, trx)
        const passkey = unwrapOrThrow(await addPasskey(trx, caller.userId, { name, ...made }, services.now()))
        services.mails.put(effects, PASSKEY_ADDED, { passkey: name }, { userId: caller.userId })
        if (isStaff(now.role) || now.lacksPasskey) effects.audit({ action: 'passkey-added' })
        return passkey
      })
    }),

  remove: changingProcedure
    .meta({
      rest: 'DELETE /passkeys/{id}',
      operationId: 'removePasskey',
      summary: 'Remove a passkey',
      done: 'The passkey is gone, and so are all sessions and tokens that were made with it.',
      description: `${RECENTLY} The sessions and tokens that were made with it end, maybe this one too, and their sockets close with 4401. A mail says so.`,
      errors: ['demo', 'sign-in-again', 'passkey-not-found', 'last-passkey'],
    })
    .input(z.object({ id }))
    .output(doneOutput)
    .mutation(({ ctx: { services, caller, writeLasting }, input }) =>
      writeLasting(async (trx, effects, now) => {
        await requireRecentSignIn(trx, now, services.now())
        const { name, ...ended } = unwrapOrThrow(await removePasskey(trx, caller.userId, input.id))
        services.mails.put(effects, PASSKEY_REMOVED, { passkey: name }, { userId: caller.userId })
        if (isStaff(now.role) || now.lacksPasskey) effects.audit({ action: 'passkey-removed' })
        accessEnded(effects, ended)
      }),
    ),
})
