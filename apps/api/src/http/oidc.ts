import { joinIdentity } from '@barkyard/db/queries/oidc'
import { setAdmin } from '@barkyard/db/queries/users'
import { emailSchema } from '@barkyard/domain/user'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as oidc from 'openid-client'
import { callerOf, signIn } from '../auth/cookie.ts'
import type { Config } from '../config.ts'
import { loggable } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { messagePage } from './page-shell.ts'

declare module '@fastify/secure-session' {
  interface SessionData {
    /** A sign-in at the provider that is under way. */
    oidc: { verifier: string; state: string; nonce: string }
  }
}

type Settings = NonNullable<Config['oidc']>

/** Sign-in at an OpenID provider: authorization code with PKCE, state and nonce (contract §2). */
export function registerOidc(scope: FastifyInstance, parts: Parts, settings: Settings): void {
  const { config, sessions, db, bus, log } = parts
  const callback = new URL('/api/callback', config.publicUrl)
  const provider = providerOf(settings)

  const say = (reply: FastifyReply, status: number, title: string, text: string) =>
    reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(messagePage({ title, text, action: { label: 'Log in', href: '/api/login' } }))

  scope.get('/login', async (request, reply) => {
    if (await callerOf(request, sessions)) return reply.redirect('/')
    const under = { verifier: oidc.randomPKCECodeVerifier(), state: oidc.randomState(), nonce: oidc.randomNonce() }
    try {
      const url = oidc.buildAuthorizationUrl(await provider(), {
        redirect_uri: callback.href,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(under.verifier),
        code_challenge_method: 'S256',
        state: under.state,
        nonce: under.nonce,
      })
      request.session.set('oidc', under)
      return reply.redirect(url.href)
    } catch (error) {
      log.warn({ error: loggable(error) }, 'the OpenID provider cannot be reached')
      reply.header('retry-after', 10)
      return say(
        reply,
        503,
        'Signing in is not possible right now',
        'The sign-in service does not answer. Please try again in a moment.',
      )
    }
  })

  scope.get('/callback', async (request, reply) => {
    const under = request.session.get('oidc')
    request.session.set('oidc', undefined)
    const failed = (text: string) => say(reply, 400, 'You are not signed in', text)
    if (!under) return failed('This sign-in has ended or was started in another browser. Please start again.')
    let claims: oidc.IDToken | undefined
    try {
      const tokens = await oidc.authorizationCodeGrant(await provider(), new URL(request.url, callback), {
        pkceCodeVerifier: under.verifier,
        expectedState: under.state,
        expectedNonce: under.nonce,
        idTokenExpected: true,
      })
      claims = tokens.claims()
    } catch (error) {
      if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied') {
        return failed('You cancelled at the sign-in service.')
      }
      log.warn({ error: loggable(error) }, 'a sign-in at the OpenID provider failed')
      return failed('The answer of the sign-in service was not valid. Please start again.')
    }
    const email = emailSchema.safeParse(claims?.email)
    if (!claims || !email.success) return failed('The sign-in service did not tell your e-mail address.')
    const isEmailVerified = claims.email_verified === true
    const joined = await joinIdentity(db, {
      issuer: claims.iss,
      subject: claims.sub,
      email: email.data,
      isEmailVerified,
      ...namesOf(claims, email.data),
    })
    if (joined === 'taken') {
      return say(
        reply,
        409,
        'You are not signed in',
        'Somebody has an account with your e-mail address, and the sign-in service does not say that the address is yours.',
      )
    }
    for (const sessionId of joined.endedSessions) bus.publish({ type: 'session-ended', sessionId })
    if (isEmailVerified && config.adminEmails.includes(email.data.toLowerCase())) await setAdmin(db, email.data, true)
    await signIn(request, sessions, joined.userId)
    return reply.redirect('/')
  })
}

/** The provider's metadata, read when first needed and again while that failed. */
function providerOf({ issuer, clientId, clientSecret }: Settings): () => Promise<oidc.Configuration> {
  const url = new URL(issuer)
  // A provider on this machine (a test's, a developer's) may speak plain http.
  const options = url.protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {}
  let known: Promise<oidc.Configuration> | undefined
  return () => {
    known ??= oidc.discovery(url, clientId, clientSecret, undefined, { ...options, timeout: 5 }).catch(error => {
      known = undefined
      throw error
    })
    return known
  }
}

/** First and last name, from whichever claims the provider sends. */
function namesOf(claims: oidc.IDToken, email: string): { firstName: string; lastName: string } {
  const text = (claim: unknown) => (typeof claim === 'string' ? claim.replaceAll('\0', '').trim().slice(0, 80) : '')
  const [first = '', ...rest] = text(claims.name).split(/\s+/)
  return {
    firstName: text(claims.given_name) || first || (email.split('@')[0] ?? email),
    lastName: text(claims.family_name) || rest.join(' '),
  }
}
