import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { bearerTokenOf, callerOf } from './cookie.ts'
import { demandAdmin, demandCaller, demandNotSuspended } from './demands.ts'
import type { Allowance } from './limits.ts'
import { networkOf } from './network.ts'
import type { Caller } from './sessions.ts'
import { Standings } from './standings.ts'

/** Who may call a route. `uncounted`: anybody, without limit, because it costs almost nothing. */
type Access = 'signed in' | 'admin' | 'anybody' | 'uncounted'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Default: signed-in users. */
    access?: Access
    /** Suspended accounts may call it too, or the procedures behind it check that themselves. */
    whileSuspended?: boolean
  }
  interface FastifyRequest {
    /** The caller when the request began; null = signed out. After reading a body, ask `callerNow`. */
    caller: Caller | null
    /** The calls of this request that the limits allow; absent where it is not counted. */
    allowance: Allowance | undefined
    /** The limits that this request counts for; absent where it is not counted. */
    standings: Standings | undefined
  }
}

/**
 * Checks each request of a scope before its body is read: who calls, whether they have calls left, and whether
 * they may call this route.
 */
export function registerDoor(scope: FastifyInstance, services: Services): void {
  scope.decorateRequest('caller', null)
  scope.decorateRequest('allowance', undefined)
  scope.decorateRequest('standings', undefined)
  scope.addHook('onRequest', async request => {
    const { access, whileSuspended } = request.routeOptions.config
    if (access === 'uncounted') return
    await enter(request, services)
    if (access === 'anybody') return
    const caller = demandCaller(request.caller)
    if (!whileSuspended) demandNotSuspended(caller, services.now())
    if (access === 'admin') demandAdmin(caller)
  })
}

/** Finds the caller and counts the calls: by user if signed in, otherwise by address. */
async function enter(request: FastifyRequest, { limits, sessions, presence }: Services): Promise<void> {
  const calls = callsOf(request)
  const standings = new Standings()
  request.standings = standings
  const network = networkOf(request.ip)
  const token = bearerTokenOf(request)
  // An unknown token costs a query. It counts for the address until the token's owner is known.
  const isUnknown = token !== null && sessions.isTokenUnknown(token)
  const byNetwork = isUnknown ? await limits.takeSome('calls', network, calls) : null
  request.caller = await callerOf(request, sessions)
  if (request.caller) {
    if (!request.caller.isToken) presence.seen(request.caller.userId)
    if (byNetwork) await limits.giveBack('calls', network, calls)
    request.allowance = await limits.takeSome('calls', request.caller.userId, calls, standings)
  } else request.allowance = byNetwork ?? (await limits.takeSome('calls', network, calls, standings))
}

/** A tRPC batch names its calls in its path, joined by commas. */
function callsOf({ params }: FastifyRequest): number {
  const path = typeof params === 'object' && params !== null && 'path' in params ? params.path : undefined
  return typeof path === 'string' ? path.split(',').length : 1
}

/** The present caller: while a body is read, a session may end or act as another dog. */
export const callerNow = async (request: FastifyRequest, { sessions }: Services): Promise<Caller | null> =>
  request.caller && sessions.find(request.caller.id)
