import { createHash } from 'node:crypto'
import secureSession from '@fastify/secure-session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deviceOf } from '../auth/device.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { type Caller, SESSION_DAYS, type Sessions } from './sessions.ts'

declare module '@fastify/secure-session' {
  interface SessionData {
    /** The id of a row of `sessions`, and nothing else: the cookie alone proves nothing after signing out. */
    id: string
  }
}

const SECONDS = SESSION_DAYS * 24 * 60 * 60

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
}

/** What a request sends as its bearer token; null where it sends none. */
export function bearerTokenOf(request: FastifyRequest): string | null {
  const header = /^Bearer(?: +(.*))?$/i.exec(request.headers.authorization ?? '')
  return header && (header[1] ?? '')
}

/**
 * Who sends this request, by its token, else by its cookie; null = signed out. Notes the use of the session.
 * An invalid token signs out, whatever the cookie: a script must learn that its token is gone.
 */
export async function callerOf(request: FastifyRequest, sessions: Sessions): Promise<Caller | null> {
  const token = bearerTokenOf(request)
  if (token !== null) return sessions.findToken(token)
  const id = request.session.get('id')
  const caller = id === undefined ? null : await sessions.find(id)
  // A renewed cookie runs 30 days from now; over a socket there is no answer that could carry it.
  if (caller && (await sessions.touch(caller))) request.session.touch()
  return caller
}

/**
 * Starts a session for a user; one that the request brought along is ended, so that nobody can plant one.
 * @param passwordHash the hash that the password was compared with; null where no password was.
 * @throws AppError UNAUTHORIZED where the account is gone by now, or its password was changed.
 */
export async function signIn(
  request: FastifyRequest,
  sessions: Sessions,
  { userId, passwordHash = null }: { userId: string; passwordHash?: string | null },
): Promise<Caller> {
  const before = request.session.get('id')
  if (before !== undefined) await sessions.end(before)
  request.session.regenerate()
  const id = await sessions.start({ userId, passwordHash, device: deviceOf(request.headers['user-agent']) })
  if (id === null) throw new AppError('account-changed')
  request.session.set('id', id)
  const caller = await sessions.findFresh(id)
  if (!caller) throw new Error('a session that was just made is not found')
  return caller
}
