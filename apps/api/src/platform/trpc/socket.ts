import type { AnyTRPCRouter } from '@trpc/server'
import { getWSConnectionHandler } from '@trpc/server/adapters/ws'
import type { FastifyInstance } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import type { Limits } from '../access/limits.ts'
import { isSuspended, requireCaller } from '../access/requirements.ts'
import { AppError, asAppError } from '../errors.ts'
import { requireShallow } from '../http/json.ts'
import { Connections, closeEnded } from '../realtime/connections.ts'
import type { Services } from '../write.ts'
import { CALLS_PER_BATCH, type Context } from './context.ts'
import { errorShape } from './init.ts'

export function serveTrpcSocket(scope: FastifyInstance, router: AnyTRPCRouter, services: Services): void {
  const connections = new Connections(services)
  scope.addHook('onClose', async () => connections.stop())
  const options = { websocket: true as const, preValidation: connections.admit, config: { whileSuspended: true } }
  scope.get('/', options, (socket, request) => {
    const caller = requireCaller(request.caller)
    if (isSuspended(caller, services.now())) return closeEnded(socket, 'suspended')
    const { id, userId } = caller
    const handle = getWSConnectionHandler({
      wss: scope.websocketServer,
      router,
      createContext: (): Context => ({ services, resolveCaller: () => services.sessions.find(id), isSocket: true }),
    })
    handle(socket, request.raw)
    const frames = countedFrames(socket, userId, services.limits)
    const stop = services.hub.listen({ sessionId: id, userId, sessionEnded: why => closeEnded(socket, why) })
    connections.track(socket, userId, {
      read: frames.read,
      refuse: error => frames.refuse([null], error),
      closed: stop,
    })
  })
}

/** Passes the frames of one socket to tRPC after counting the calls in them. Replaces tRPC's own message listeners. */
function countedFrames(socket: WebSocket, userId: string, limits: Limits) {
  const readers = socket
    .listeners('message')
    .map(listener => (data: RawData, isBinary: boolean) => void listener.call(socket, data, isBinary))
  socket.removeAllListeners('message')
  let turn: Promise<void> = Promise.resolve()

  /** Answers each of these calls with the error. null stands for a frame that was not read. */
  function refuse(ids: CallId[], error: AppError): void {
    const shape = errorShape(error)
    for (const id of ids.slice(0, CALLS_PER_BATCH)) socket.send(JSON.stringify({ id, error: shape }))
  }

  async function readNext(data: RawData, isBinary: boolean): Promise<void> {
    let ids: CallId[] = [null]
    try {
      ids = isBinary ? [] : idsOf(data)
      if (ids.length > CALLS_PER_BATCH)
        throw new AppError('malformed-request', { message: `A frame holds at most ${CALLS_PER_BATCH} calls` })
      if (ids.length > 0) {
        const allowance = await limits.takeSome('calls', userId, ids.length)
        for (const _ of ids) allowance.take()
      }
    } catch (error) {
      return refuse(ids, asAppError(error) ?? new AppError('server-fault'))
    }
    if (socket.readyState !== socket.OPEN) return
    for (const read of readers) read(data, isBinary)
  }

  return {
    refuse,
    /** In order, so that a subscription starts before it is stopped. */
    read(data: RawData, isBinary: boolean): void {
      turn = turn.then(() => readNext(data, isBinary))
    },
  }
}

type CallId = number | string | null

/** The ids of the calls in a frame: none for a ping or invalid JSON, which tRPC handles. @throws if it is nested too deeply. */
function idsOf(data: RawData): CallId[] {
  const text = data.toString()
  requireShallow(text)
  try {
    const frame: unknown = JSON.parse(text)
    return [frame].flat().map(idOf)
  } catch {
    return []
  }
}

function idOf(call: unknown): CallId {
  const id = typeof call === 'object' && call !== null && 'id' in call ? call.id : null
  return typeof id === 'number' || typeof id === 'string' ? id : null
}
