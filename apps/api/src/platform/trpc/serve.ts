import type { AnyTRPCRouter } from '@trpc/server'
import { type FastifyTRPCPluginOptions, fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, asAppError, errorAnswer } from '../errors.ts'
import { LARGE_BODY_MAX_BYTES, requireShallow } from '../http/json.ts'
import type { Services } from '../write.ts'
import { CALLS_PER_BATCH, type Context } from './context.ts'
import { errorShape } from './init.ts'
import { proceduresOf } from './meta.ts'
import { serveTrpcSocket } from './socket.ts'

/** tRPC over HTTP, and its subscriptions over a WebSocket at the same path. */
export async function serveTrpc(
  scope: FastifyInstance,
  router: AnyTRPCRouter,
  services: Services,
  contextOf: (request: FastifyRequest) => Context,
): Promise<void> {
  refuseLikeTrpc(scope)
  serveTrpcSocket(scope, router, services)

  const trpcOptions: FastifyTRPCPluginOptions<AnyTRPCRouter>['trpcOptions'] = {
    router,
    createContext: ({ req }) => contextOf(req),
    maxBatchSize: CALLS_PER_BATCH,
    responseMeta({ errors, type }) {
      const retryAfter = errors.map(error => asAppError(error)?.retryAfter).find(seconds => seconds !== undefined)
      return {
        headers: {
          'cache-control': 'no-store',
          ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
          ...(errors[0]?.code === 'METHOD_NOT_SUPPORTED' && { allow: type === 'mutation' ? 'POST' : 'GET, HEAD' }),
        },
      }
    },
  }
  // Other sites' pages can send text and forms without a CORS preflight, so only JSON is accepted.
  scope.addHook('onRequest', async ({ headers, method }) => {
    const type = headers['content-type']
    if (type === undefined ? method === 'POST' : !/^application\/json\s*(;|$)/i.test(type))
      throw new AppError('wrong-content-type')
    if (headers['trpc-accept'] !== undefined)
      throw new AppError('malformed-request', { message: 'Answers are not streamed' })
  })
  // tRPC parses the inputs itself, after the caller is known.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => done(null, body))
  scope.addHook<{ Querystring: { input?: unknown; batch?: unknown } }>('preValidation', async request => {
    // A mutation without input needs no body.
    request.body ||= request.query.batch === '1' ? '{}' : 'null'
    for (const text of [request.body, request.query.input].flat()) if (typeof text === 'string') requireShallow(text)
  })
  // Each procedure of a batch checks itself whether suspended accounts may call it.
  scope.route<{ Params: { path: string } }>({
    method: ['GET', 'HEAD', 'POST'],
    url: '/:path',
    config: { whileSuspended: true },
    handler: (req, res) => fastifyRequestHandler({ ...trpcOptions, req, res, path: req.params.path }),
  })
  for (const [name, , { isLarge, right }] of proceduresOf(router)) {
    if (!isLarge || !right) continue
    scope.post(`/${name}`, { bodyLimit: LARGE_BODY_MAX_BYTES, config: { right } }, (req, res) =>
      fastifyRequestHandler({ ...trpcOptions, req, res, path: name }),
    )
  }
}

/** tRPC answers with a stream of one chunk. As text its size is known, so small answers are not compressed. */
export function sendTrpcAsText(scope: FastifyInstance): void {
  scope.addHook('onSend', async (_, reply, payload) => {
    if (!(payload instanceof Response)) return payload
    reply.status(payload.status).headers(Object.fromEntries(payload.headers))
    return payload.text()
  })
}

/** Answers requests that are refused before they reach tRPC in tRPC's format: a batch gets the error once for each call. */
function refuseLikeTrpc(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request: FastifyRequest<{ Params: { path?: string } }>, reply) => {
    const known = asAppError(error)
    // Requests that do not come from tRPC's clients are answered like any other call.
    const isOther = known?.code === 'UNSUPPORTED_MEDIA_TYPE' || (known?.code === 'FORBIDDEN' && !request.caller)
    if (!known || isOther || request.ws) throw error
    const { status, headers } = errorAnswer(known)
    const refusal = { error: errorShape(known) }
    const isBatch = new URLSearchParams(request.url.split('?')[1]).get('batch') === '1'
    const calls = request.params.path?.split(',') ?? ['']
    return reply
      .status(status)
      .headers(headers)
      .send(isBatch ? calls.map(() => refusal) : refusal)
  })
}
