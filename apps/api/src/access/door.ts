import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { bearerTokenOf, callerOf } from './cookie.ts'
import { demandAdmin, demandCaller, demandNotSuspended } from './demands.ts'
import type { Allowance } from './limits.ts'
import { networkOf } from './network.ts'
import type { Caller } from './sessions.ts'

/** Who may call a route. `uncounted`: anybody, as often as they like: it costs next to nothing. */
type Access = 'signed in' | 'admin' | 'anybody' | 'uncounted'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: who is signed in. */
    access?: Access
    /** Suspended accounts may call it too, or what it calls decides. */
    whileSuspended?: boolean
  }
  interface FastifyRequest {
    /** Who called when the request began; null = signed out. What is done after reading the body asks `callerNow`. */
    caller: Caller | null
    /** The calls of this request that the limits allow. */
    allowance: Allowance
  }
}

/**
 * Decides at the door of a scope, before a byte of the body is read: who calls, whether they have calls left, and whether
 * they may call this route at all.
 */
export function registerDoor(scope: FastifyInstance, services: Services): void {
  scope.decorateRequest('caller', null)
  // Its value is set for each request before any handler sees it.
  scope.decorateRequest('allowance', null as unknown as Allowance)
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

/** Finds the caller and counts the calls: by user where somebody is signed in, else by address. */
async function enter(request: FastifyRequest, { limits, sessions, presence }: Services): Promise<void> {
  const calls = callsOf(request)
  const network = networkOf(request.ip)
  const token = bearerTokenOf(request)
  // A token that nobody knows yet costs a query, which the address pays for until it is known whose the token is.
  const isUnknown = token !== null && sessions.isTokenUnknown(token)
  const byNetwork = isUnknown ? await limits.takeSome('calls', network, calls) : null
  request.caller = await callerOf(request, sessions)
  if (request.caller) {
    if (!request.caller.isToken) presence.seen(request.caller.userId)
    if (byNetwork) await limits.giveBack('calls', network, calls)
    request.allowance = await limits.takeSome('calls', request.caller.userId, calls)
  } else request.allowance = byNetwork ?? (await limits.takeSome('calls', network, calls))
}

/** A tRPC batch names its calls in its path, joined by commas. */
function callsOf({ params }: FastifyRequest): number {
  const path = (params as { path?: unknown }).path
  return typeof path === 'string' ? path.split(',').length : 1
}

/** The caller as of now: reading a body takes time, in which a session may end or act as another dog. */
export const callerNow = async (request: FastifyRequest, { sessions }: Services): Promise<Caller | null> =>
  request.caller && sessions.find(request.caller.id)
