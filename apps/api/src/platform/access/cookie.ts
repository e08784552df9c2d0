import { createHash } from 'node:crypto'
import type { Proof } from '@barkyard/db/queries/sign-in/sessions'
import secureSession from '@fastify/secure-session'
import Bowser from 'bowser'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { unwrapOrThrow } from '../errors.ts'
import type { PlatformServices } from '../write.ts'
import { type Caller, SESSION_DAYS, type Sessions, sessionsEnded } from './sessions.ts'

declare module '@fastify/secure-session' {
  interface SessionData {
    /** Only the id of a row of `sessions`, so a cookie is worthless after signing out. */
    id: string
  }
}

const SECONDS = SESSION_DAYS * 24 * 60 * 60
/** The refusal of a password alone, which is a failed sign-in. */
export const PASSKEY_NEXT = { code: 'UNAUTHORIZED', message: 'Your password is right. Now use your passkey' } as const
/** The number of cookies whose contents are remembered. */
const KNOWN_MAX = 10_000

export async function registerCookie(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(secureSession, {
    key: createHash('sha256').update(`barkyard session ${config.sessionSecret}`).digest(),
    cookieName: 'session',
    expiry: SECONDS,
    cookie: {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: config.publicUrl.protocol === 'https:',
      maxAge: SECONDS,
    },
  })
  rememberCookies(app)
}

/** Decrypts each cookie once, not at each request. Its content never changes: a session that does gets another cookie. */
function rememberCookies(app: FastifyInstance): void {
  const decode = app.decodeSecureSession
  const known = new Map<string, { id: string; __ts: number }>()
  app.decodeSecureSession = (cookie, ...more) => {
    const content = known.get(cookie)
    if (content && (content.__ts + SECONDS) * 1000 > Date.now()) return app.createSecureSession({ ...content })
    const session = decode(cookie, ...more)
    const [id, began] = [session?.get('id'), session?.get('__ts')]
    const holdsMore = Object.keys(session?.data() ?? {}).length > 1
    if (typeof id === 'string' && typeof began === 'number' && !holdsMore) {
      for (const oldest of known.keys()) {
        if (known.size < KNOWN_MAX) break
        known.delete(oldest)
      }
      known.set(cookie, { id, __ts: began })
    }
    return session
  }
}

export function bearerTokenOf(request: FastifyRequest): string | null {
  const header = /^Bearer(?: +(.*))?$/i.exec(request.headers.authorization ?? '')
  return header && (header[1] ?? '')
}

/** Whether a token alone proves the caller: no browser adds one by itself, whichever site's page sends the request. */
export const isTokenAlone = (request: FastifyRequest): boolean =>
  request.headers.cookie === undefined && bearerTokenOf(request) !== null

/**
 * The caller of a request, by its token or else its cookie; null = signed out. Marks the session as used.
 * An invalid token means signed out, whatever the cookie: a script must learn that its token is gone.
 */
export async function callerOf(request: FastifyRequest, sessions: Sessions): Promise<Caller | null> {
  const token = bearerTokenOf(request)
  if (token !== null) return sessions.findToken(token)
  const id = request.session.get('id')
  const caller = id === undefined ? null : await sessions.find(id)
  // A renewed cookie lasts 30 days from now. A socket upgrade has no answer that could carry it.
  if (caller && (await sessions.touch(caller))) request.session.touch()
  return caller
}

/**
 * Starts a session for a user and ends the request's present one, which prevents session fixation. The oldest sessions
 * beyond what an account can have end too.
 * @throws AppError UNAUTHORIZED if the account is gone by now, its password has changed, or it asks for a passkey.
 */
export async function signIn(
  request: FastifyRequest,
  { sessions, carryOut }: Pick<PlatformServices, 'sessions' | 'carryOut'>,
  { userId, proof }: { userId: string; proof: Proof },
): Promise<Caller> {
  const device = deviceOf(request.headers['user-agent'])
  const before = request.session.get('id')
  const { id, endedIds } = unwrapOrThrow(await sessions.start({ userId, proof, device, before }), {
    'passkey-required': PASSKEY_NEXT,
  })
  if (before !== undefined) await sessions.end(before)
  request.session.regenerate()
  await carryOut(effects => sessionsEnded(effects, endedIds))
  request.session.set('id', id)
  const caller = await sessions.findFresh(id)
  if (!caller) throw new Error('a session that was just made is not found')
  return caller
}

/** No browser sends a longer header. */
const HEADER_MAX = 512
const NAME_MAX = 80

/** "Chrome on Android", from a User-Agent header; null if it is unknown. The header itself is not stored. */
function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent.slice(0, HEADER_MAX))
  const name = [browser.name, os.name].filter(part => part).join(' on ')
  // A script's header names the program before the first slash or space.
  const program = /^[\w.-]{1,40}/.exec(userAgent)?.[0]
  return (name || program || '').replaceAll('\0', '').slice(0, NAME_MAX).toWellFormed() || null
}
