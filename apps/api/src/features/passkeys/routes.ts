import { findCredential, keepChallenge, takeChallenge, usePasskey } from '@barkyard/db/queries/passkeys/passkeys'
import { CHALLENGE_MS } from '@barkyard/domain/passkey'
import { passkeySignInOptionsSchema, passkeySignInSchema } from '@barkyard/domain/schemas/passkey'
import { userSchema } from '@barkyard/domain/schemas/user'
import type { FastifyInstance } from 'fastify'
import { signIn } from '../../platform/access/cookie.ts'
import { networkOf } from '../../platform/access/limits.ts'
import { AppError } from '../../platform/errors.ts'
import { json, takesBody } from '../../platform/rest/contents.ts'
import { ANY, COUNTED, errors, headers, type RoutePaths, WRITE } from '../../platform/rest/responses.ts'
import type { Services } from '../../services.ts'
import { accountsElsewhere, OPENID, readUser } from '../account/index.ts'
import { PASSKEY_LOCKED } from './mails.ts'
import { signInOptions, verifySignIn } from './webauthn.ts'

declare module '@fastify/secure-session' {
  interface SessionData {
    challenge: string | undefined
  }
}

const open = { config: { access: 'anybody' } } as const

export function registerPasskeySignIn(scope: FastifyInstance, services: Services): void {
  const { db, limits, now, write } = services

  scope.post('/login/passkey/options', open, async (request, reply) => {
    await limits.take('passkeyChallenge', networkOf(request.ip), request.limitHeaders)
    const options = await signInOptions(services)
    const expiresAt = new Date(now().getTime() + CHALLENGE_MS)
    const id = await keepChallenge(db, { challenge: options.challenge, sessionId: null, expiresAt })
    request.session.set('challenge', id)
    return reply.header('cache-control', 'no-store').send(options)
  })

  scope.post('/login/passkey', open, async request => {
    const { response } = passkeySignInSchema.parse(request.body)
    const network = networkOf(request.ip)
    await limits.take('signInOfAddress', network, request.limitHeaders)
    const id = request.session.get('challenge')
    request.session.set('challenge', undefined)
    const expectedChallenge = id === undefined ? null : await takeChallenge(db, { id }, now())
    const known = expectedChallenge === null ? undefined : await findCredential(db, response.id)
    const counter =
      known && expectedChallenge !== null
        ? await verifySignIn(services, response, {
            expectedChallenge,
            publicKey: known.public_key,
            userId: known.user_id,
          })
        : null
    if (!known || counter === null) throw new AppError('passkey-refused')
    const used = await write(null, async (trx, effects) => {
      const result = await usePasskey(trx, { id: known.id, userId: known.user_id, counter }, now())
      if (typeof result === 'object' && result.isStepBack)
        services.mails.put(effects, PASSKEY_LOCKED, { passkey: result.name }, { userId: known.user_id })
      return result
    })
    if (used === 'passkey-not-found') throw new AppError('passkey-refused')
    if (used === 'passkey-locked' || used.isStepBack) throw new AppError('passkey-locked')
    await limits.giveBack('signInOfAddress', network)
    await limits.take('signIn', `${network} ${known.user_id}`, request.limitHeaders)
    const caller = await signIn(request, services, { userId: known.user_id, proof: { passkeyId: known.id } })
    return readUser(services, caller)
  })
}

const described = { tags: ['passkeys'], security: [] }
const elsewhere = { why: OPENID, thrown: { 'password-not-found': accountsElsewhere() } }
const cookie = { ...COUNTED, ...headers('Set-Cookie') }

export const PASSKEY_PATHS: RoutePaths = {
  'POST /login/passkey/options': {
    ...described,
    operationId: 'beginPasskeySignIn',
    summary: 'Get what a browser signs in with',
    description:
      'For `PublicKeyCredential.parseRequestOptionsFromJSON`. Keep the cookie: the challenge is good once, for 5 minutes, with it. With an OpenID provider the response is 404.',
    responses: {
      200: { description: 'The options.', headers: cookie, content: json(passkeySignInOptionsSchema) },
      ...errors([...ANY, ...WRITE, 'password-not-found'], elsewhere),
    },
  },
  'POST /login/passkey': {
    ...described,
    operationId: 'signInWithPasskey',
    summary: 'Sign in with a passkey',
    description:
      'What the browser made from `POST /login/passkey/options`. Keep the cookie. A passkey whose counter goes back is locked. With an OpenID provider the response is 404.',
    ...takesBody(
      passkeySignInSchema,
      { 200: { description: 'Signed in.', headers: cookie, content: json(userSchema) } },
      ['passkey-refused', 'passkey-locked', 'account-changed', 'password-not-found'],
      elsewhere,
    ),
  },
}
