import { getTRPCErrorShape } from '@trpc/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AppError, asAppError, errorAnswer } from '../errors.ts'
import { appRouter } from '../root-router.ts'

/** An error in the shape that tRPC's clients read. */
export const errorShape = (error: AppError) =>
  getTRPCErrorShape({
    config: appRouter._def._config,
    error,
    type: 'unknown',
    path: undefined,
    input: undefined,
    ctx: undefined,
  })

/** Refusals that tRPC's own clients can meet; other requests are none of tRPC's, and answered like any other call's. */
const TRPC_CODES = new Set<AppError['code']>([
  'UNAUTHORIZED',
  'FORBIDDEN',
  'PAYLOAD_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
])

/** Answers what is refused before tRPC sees it the way that tRPC would: a batch hears it once for each call. */
export function refuseLikeTrpc(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request: FastifyRequest<{ Params: { path?: string } }>, reply) => {
    const known = asAppError(error)
    const isForeign = known?.code === 'FORBIDDEN' && !request.caller
    // Left to the handler of all other calls.
    if (!known || isForeign || request.ws || !TRPC_CODES.has(known.code)) throw error
    const { status, retryAfter } = errorAnswer(known)
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    if (known.reason === 'not-signed-in') reply.header('www-authenticate', 'Bearer')
    const refusal = { error: errorShape(known) }
    const isBatch = new URLSearchParams(request.url.split('?')[1]).get('batch') === '1'
    const calls = request.params.path?.split(',') ?? ['']
    return reply.status(status).send(isBatch ? calls.map(() => refusal) : refusal)
  })
}
