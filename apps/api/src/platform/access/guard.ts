import type { Db } from '@barkyard/db/open'
import { isOwnDog } from '@barkyard/db/queries/dogs/dogs'
import type { Right } from '@barkyard/domain/rights'
import { readId } from '@barkyard/domain/schemas/fields'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { PlatformServices } from '../write.ts'
import { bearerTokenOf, callerOf } from './cookie.ts'
import { type Allowance, headersOf, type LimitHeaders, networkOf } from './limits.ts'
import {
  notSignedIn,
  requireNotImpersonating,
  requireNotSuspended,
  requireRight,
  requireScope,
} from './requirements.ts'
import type { Caller } from './sessions.ts'

/** Who may call a route. `uncounted`: anybody, without limit, because it costs almost nothing. */
type Access = 'signed in' | 'anybody' | 'uncounted'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Default: signed-in users. */
    access?: Access
    right?: Right
    /** Suspended accounts may call it too, or the procedures behind it check that themselves. */
    whileSuspended?: boolean
    anyScope?: boolean
  }
  interface FastifyRequest {
    /** The caller when the request began; null = signed out. After reading a body, ask `callerNow`. */
    caller: Caller | null
    /** The calls of this request that the limits allow; absent where it is not counted. */
    allowance: Allowance | undefined
    /** The limits that this request counts for; absent where it is not counted. */
    limitHeaders: LimitHeaders | undefined
    /** When its headers arrived. */
    arrivedAt: Date | undefined
  }
}

interface GuardServices extends PlatformServices {
  presence: { seen(userId: string): void }
}

/** Checks each request of a scope before its body is read: who calls, the calls left, and the right to the route. */
export function registerGuard(scope: FastifyInstance, services: GuardServices): void {
  scope.decorateRequest('caller', null)
  scope.decorateRequest('allowance', undefined)
  scope.decorateRequest('limitHeaders', undefined)
  scope.decorateRequest('arrivedAt', undefined)
  scope.addHook('onRequest', async request => {
    const { access, right, whileSuspended, anyScope } = request.routeOptions.config
    if (access === 'uncounted') return
    await enter(request, services)
    if (access === 'anybody') return
    const caller = request.caller ?? (await requireKnownCaller(request, services))
    if (!anyScope) requireScope(caller, READING.has(request.method) ? 'read' : 'write')
    if (!whileSuspended) requireNotSuspended(caller, services.now())
    if (right) requireRight(caller, right)
    request.caller = await asChosenDog(request, caller, services.db)
  })
  scope.addHook('onSend', async ({ limitHeaders }, reply) => {
    if (limitHeaders?.length) reply.headers(headersOf(limitHeaders))
  })
}

const READING = new Set(['GET', 'HEAD'])

/** Says why a request has no caller. @throws AppError UNAUTHORIZED */
async function requireKnownCaller(request: FastifyRequest, { sessions }: PlatformServices): Promise<never> {
  const token = bearerTokenOf(request)
  if (token === null) throw notSignedIn()
  throw new AppError((await sessions.hasExpired(token)) ? 'token-expired' : 'token-unknown')
}

/** Finds the caller and counts the calls: by user if signed in, otherwise by address. */
async function enter(request: FastifyRequest, { limits, sessions, presence, now }: GuardServices): Promise<void> {
  request.arrivedAt = now()
  const calls = callsOf(request)
  const limitHeaders: LimitHeaders = []
  request.limitHeaders = limitHeaders
  const network = networkOf(request.ip)
  const token = bearerTokenOf(request)
  // An unknown token costs a query. It counts for the address until the token's owner is known.
  const isUnknown = token !== null && sessions.isTokenUnknown(token)
  const byNetwork = isUnknown ? await limits.takeSome('calls', network, calls) : null
  request.caller = await callerOf(request, sessions)
  if (request.caller) {
    if (!request.caller.isToken) presence.seen(request.caller.userId)
    if (byNetwork) await limits.giveBack('calls', network, calls)
    request.allowance = await limits.takeSome('calls', request.caller.userId, calls, limitHeaders)
  } else request.allowance = byNetwork ?? (await limits.takeSome('calls', network, calls, limitHeaders))
}

/** A tRPC batch names its calls in its path, joined by commas. */
function callsOf({ params }: FastifyRequest): number {
  const path = typeof params === 'object' && params !== null && 'path' in params ? params.path : undefined
  return typeof path === 'string' ? path.split(',').length : 1
}

/** What a request says of who calls. Less than the request, for sockets to keep. */
export type Asking = Pick<FastifyRequest, 'caller' | 'headers'>

/** The present caller: while a body is read, a session may end or act as another dog. */
export async function callerNow(request: Asking, { sessions, db }: PlatformServices): Promise<Caller | null> {
  const caller = request.caller && (await sessions.find(request.caller.id))
  return caller && asChosenDog(request, caller, db)
}

/**
 * The caller as the dog of their own that the request names in `X-Dog`. Nobody's active dog changes.
 * @throws AppError NOT_FOUND if it is not theirs, FORBIDDEN if the caller already acts as somebody else's dog.
 */
async function asChosenDog({ headers }: Asking, caller: Caller, db: Db): Promise<Caller> {
  if (headers['x-dog'] === undefined) return caller
  const dogId = readId(String(headers['x-dog']))
  requireNotImpersonating(caller)
  if (!(await isOwnDog(db, caller.userId, dogId))) throw new AppError('dog-not-found')
  return { ...caller, actingDogId: dogId }
}
