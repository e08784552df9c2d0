import { inTransaction } from '@barkyard/db/open'
import { recordInvited } from '@barkyard/db/queries/invites/invites'
import { joinIdentity } from '@barkyard/db/queries/sign-in/oidc'
import { mailboxOf } from '@barkyard/domain/email'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../../config.ts'
import { signIn } from '../../platform/access/cookie.ts'
import { networkOf } from '../../platform/access/limits.ts'
import { accessEnded } from '../../platform/access/sessions.ts'
import { AppError, redactError } from '../../platform/errors.ts'
import { sendPage } from '../../platform/http/form-page.ts'
import { messagePage } from '../../platform/http/page-shell.ts'
import { queryText } from '../../platform/http/request.ts'
import { sessionsChanged } from '../../platform/realtime/bus.ts'
import type { Services } from '../../services.ts'
import { accountsElsewhere } from '../account/index.ts'
import { forgetInvite, inviteOf } from '../invites/index.ts'
import { type Claims, type Failure, OpenidProvider, ProviderError, type UnderWay } from './openid.ts'
import { requireMayJoin } from './who-may-join.ts'

declare module '@fastify/secure-session' {
  interface SessionData {
    oidc: UnderWay & { code: string }
  }
}

const open = { config: { access: 'anybody' } } as const
const NOT_SIGNED_IN = 'You are not signed in'
const AWAY = 'The sign-in service does not answer. Please try again in a moment.'
const FAILURES: Record<Failure, readonly [status: number, title: string, text: string]> = {
  cancelled: [400, NOT_SIGNED_IN, 'You cancelled at the sign-in service.'],
  invalid: [400, NOT_SIGNED_IN, 'We did not understand the sign-in service. Please start again.'],
  unavailable: [503, 'You cannot log in right now', AWAY],
}
const RETRY_SECONDS = 10

/** Sign-in at an OpenID provider, in place of built-in accounts. */
export function registerOidc(scope: FastifyInstance, services: Services, settings: NonNullable<Config['oidc']>): void {
  const { config, log } = services
  const provider = new OpenidProvider(settings, new URL('/api/callback', config.publicUrl))

  const say = (reply: FastifyReply, status: number, title: string, text: string) =>
    sendPage(reply, status, messagePage({ title, text, action: { label: 'Log in', href: '/api/login' } }))

  const fail = (reply: FastifyReply, error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    if (error.failure !== 'cancelled') log.warn({ error: redactError(error.cause) }, 'a sign-in at the provider failed')
    if (error.failure === 'unavailable') reply.header('retry-after', RETRY_SECONDS)
    return say(reply, ...FAILURES[error.failure])
  }

  // The provider keeps the passwords. These calls are refused before their body is read.
  for (const path of ['/login', '/signup', '/login/demo/:role', '/login/passkey', '/login/passkey/options'])
    scope.post(path, { ...open, onRequest: async () => Promise.reject(accountsElsewhere()) }, () => {})
  for (const url of ['/forgot', '/reset', '/verify-email', '/change-email'])
    scope.route({
      ...open,
      method: ['GET', 'POST'],
      url,
      onRequest: async () => Promise.reject(new AppError('password-not-found')),
      handler: () => {},
    })

  scope.get('/login', open, async (request, reply) => {
    if (request.caller) return reply.redirect('/')
    try {
      const { url, underWay } = await provider.start()
      request.session.set('oidc', { ...underWay, code: queryText(request, 'code').slice(0, 64) })
      return reply.redirect(url)
    } catch (error) {
      return fail(reply, error)
    }
  })

  // No HEAD: a link checker must not use up the code.
  scope.get<{ Querystring: { state?: string } }>(
    '/callback',
    { ...open, exposeHeadRoute: false },
    async (request, reply) => {
      const underWay = request.session.get('oidc')
      // A user's own sign-in continues when another site's page sends the browser here.
      if (!underWay || underWay.state !== request.query.state) {
        if (request.caller) return reply.redirect('/')
        return say(reply, 400, NOT_SIGNED_IN, 'This sign-in is over or was started elsewhere. Please start again.')
      }
      let claims: Claims
      try {
        claims = await provider.finish(request.url, underWay)
      } catch (error) {
        const isUnavailable = error instanceof ProviderError && error.failure === 'unavailable'
        // Reloading the page tries the same code again.
        if (!isUnavailable) request.session.set('oidc', undefined)
        return fail(reply, error)
      }
      request.session.set('oidc', undefined)
      const { email } = claims
      if (email === null)
        return say(
          reply,
          400,
          NOT_SIGNED_IN,
          'The sign-in service did not send us your e-mail address, or one that no mail can reach.',
        )
      let userId: string | null
      try {
        userId = await join(services, { ...claims, email, code: underWay.code }, inviteOf(request))
      } catch (error) {
        // Nobody who has an account is refused here.
        if (!(error instanceof AppError)) throw error
        return say(reply, 403, 'You cannot join here', `${error.message}.`)
      }
      if (userId === null) {
        return say(
          reply,
          409,
          NOT_SIGNED_IN,
          'There is an account with your e-mail address already, and the sign-in service does not say that the address is yours.',
        )
      }
      await services.limits.take('signIn', `${networkOf(request.ip)} ${userId}`, request.limitHeaders)
      forgetInvite(request, reply)
      await signIn(request, services, { userId, proof: claims })
      return reply.redirect('/')
    },
  )
}

/** The account of a user whom the provider knows; null if the e-mail belongs to another account. */
async function join(
  services: Services,
  claims: Claims & { email: string; code: string },
  invite: string | undefined,
): Promise<string | null> {
  const { config, db, now, carryOut } = services
  const isAdmin = claims.isEmailVerified && config.adminEmails.includes(mailboxOf(claims.email))
  const joined = await joinIdentity(
    db,
    { ...claims, isAdmin, admit: trx => requireMayJoin(services, claims, trx) },
    now(),
  )
  if (joined === 'email-taken') return null
  if (joined.isNew) await inTransaction(db, trx => recordInvited(trx, joined.userId, invite))
  await carryOut(effects => {
    accessEnded(effects, joined)
    if (isAdmin) sessionsChanged(effects, [joined.userId])
  })
  return joined.userId
}
