import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import { getWSConnectionHandler } from '@trpc/server/adapters/ws'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Connections, closeSignedOut } from '../access/connections.ts'
import { AppError, asAppError } from '../errors.ts'
import type { Parts } from '../parts.ts'
import type { Context } from './context.ts'
import { type AppRouter, appRouter } from './root.ts'

const CALLS_PER_BATCH = 20
const METHODS = new Set(['GET', 'HEAD', 'POST'])

/** tRPC over HTTP, and its subscriptions over a WebSocket at the same path. */
export async function serveTrpc(
  scope: FastifyInstance,
  parts: Parts,
  contextOf: (request: FastifyRequest) => Promise<Context>,
): Promise<void> {
  const connections = new Connections(parts)
  scope.addHook('onClose', async () => connections.stop())
  const handle = getWSConnectionHandler({
    wss: scope.websocketServer,
    router: appRouter,
    createContext: ({ req }): Context => ({
      parts,
      caller: connections.callerOf(req),
      address: req.socket.remoteAddress ?? '',
      isSocket: true,
    }),
  })
  scope.get('/', { websocket: true, preValidation: connections.admit }, (socket, request) => {
    const caller = connections.callerOf(request.raw)
    const stop = parts.hub.listen({
      sessionId: caller.id,
      userId: caller.userId,
      impersonatedDogId: null,
      hear: () => {},
      sessionEnded: () => closeSignedOut(socket),
    })
    connections.track(socket, caller, stop)
    handle(socket, request.raw)
  })

  const trpcOptions: FastifyTRPCPluginOptions<AppRouter>['trpcOptions'] = {
    router: appRouter,
    createContext: ({ req }) => contextOf(req),
    maxBatchSize: CALLS_PER_BATCH,
    responseMeta({ errors }) {
      const retryAfter = errors.map(error => asAppError(error)?.retryAfter).find(seconds => seconds !== undefined)
      return {
        headers: {
          'cache-control': 'no-store',
          ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
        },
      }
    },
  }
  // tRPC would take multipart and bytes as well: of another site's page these need no leave.
  scope.addHook('onRequest', async ({ headers, method }) => {
    if (!METHODS.has(method)) throw new AppError('METHOD_NOT_SUPPORTED', 'Queries are GETs, mutations POSTs')
    const type = headers['content-type']
    if (type === undefined ? method === 'POST' : !/^application\/json\s*(;|$)/i.test(type))
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON')
    if (headers['trpc-accept'] !== undefined) throw new AppError('BAD_REQUEST', 'Answers are not streamed')
  })
  // tRPC answers a stream of one piece; whole, its size is known, and small answers need not be compressed.
  scope.addHook('onSend', async (_, reply, payload) => {
    if (!(payload instanceof Response)) return payload
    reply.status(payload.status).headers(Object.fromEntries(payload.headers))
    return payload.text()
  })
  await scope.register(fastifyTRPCPlugin, { trpcOptions })
}
