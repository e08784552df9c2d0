import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AppError, asAppError, challengeOf, errorAnswer } from '../errors.ts'
import { errorShape } from './init.ts'

/** Refusals that tRPC's clients can get. Other requests do not come from them and are answered like any other call. */
const TRPC_CODES = new Set<AppError['code']>([
  'UNAUTHORIZED',
  'FORBIDDEN',
  'PAYLOAD_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
])

/** Answers requests that are refused before they reach tRPC in tRPC's format: a batch gets the error once for each call. */
export function refuseLikeTrpc(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request: FastifyRequest<{ Params: { path?: string } }>, reply) => {
    const known = asAppError(error)
    const isForeign = known?.code === 'FORBIDDEN' && !request.caller
    // The handler of all other calls answers it.
    if (!known || isForeign || request.ws || !TRPC_CODES.has(known.code)) throw error
    const { status, retryAfter } = errorAnswer(known)
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    const challenge = challengeOf(known.reason)
    if (challenge !== undefined) reply.header('www-authenticate', challenge)
    const refusal = { error: errorShape(known) }
    const isBatch = new URLSearchParams(request.url.split('?')[1]).get('batch') === '1'
    const calls = request.params.path?.split(',') ?? ['']
    return reply.status(status).send(isBatch ? calls.map(() => refusal) : refusal)
  })
}
