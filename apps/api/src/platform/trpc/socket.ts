import type { AnyTRPCRouter } from '@trpc/server'
import { getWSConnectionHandler } from '@trpc/server/adapters/ws'
import type { FastifyInstance } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import type { Limits } from '../access/limits.ts'
import { isSuspended, requireCaller } from '../access/requirements.ts'
import { AppError, asAppError } from '../errors.ts'
import { requireShallow } from '../http/json.ts'
import { Connections, closeEnded, closeSuspended } from '../realtime/connections.ts'
import type { Services } from '../write.ts'
import { CALLS_PER_BATCH, type Context } from './context.ts'
import { errorShape } from './init.ts'

/** tRPC's subscriptions over a WebSocket. */
export function serveTrpcSocket(scope: FastifyInstance, router: AnyTRPCRouter, services: Services): void {
  const connections = new Connections(services)
  scope.addHook('onClose', async () => connections.stop())
  const options = { websocket: true as const, preValidation: connections.admit, config: { whileSuspended: true } }
  scope.get('/', options, (socket, request) => {
    const caller = requireCaller(request.caller)
    if (isSuspended(caller, services.now())) return closeSuspended(socket)
    const { id, userId } = caller
    const handle = getWSConnectionHandler({
      wss: scope.websocketServer,
      router,
      createContext: (): Context => ({ services, resolveCaller: () => services.sessions.find(id), isSocket: true }),
    })
    handle(socket, request.raw)
    const frames = new Frames(socket, userId, services.limits)
    const stop = services.hub.listen({ sessionId: id, userId, sessionEnded: why => closeEnded(socket, why) })
    connections.track(socket, userId, {
      read: (data, isBinary) => frames.read(data, isBinary),
      refuse: error => frames.refuse([null], error),
      closed: stop,
    })
  })
}

/** Passes the frames of one socket to tRPC after counting the calls in them. */
class Frames {
  readonly #socket: WebSocket
  readonly #userId: string
  readonly #limits: Limits
  /** tRPC's own message listeners. */
  readonly #readers: ((data: RawData, isBinary: boolean) => void)[]
  #turn: Promise<void> = Promise.resolve()

  /** Replaces the message listeners that tRPC added to the socket. */
  constructor(socket: WebSocket, userId: string, limits: Limits) {
    this.#socket = socket
    this.#userId = userId
    this.#limits = limits
    this.#readers = socket
      .listeners('message')
      .map(listener => (data: RawData, isBinary: boolean) => void listener.call(socket, data, isBinary))
    socket.removeAllListeners('message')
  }

  /** Reads frames in order, so that a subscription starts before it is stopped. */
  read(data: RawData, isBinary: boolean): void {
    this.#turn = this.#turn.then(() => this.#read(data, isBinary))
  }

  async #read(data: RawData, isBinary: boolean): Promise<void> {
    let ids: CallId[] = [null]
    try {
      ids = isBinary ? [] : idsOf(data)
      if (ids.length > CALLS_PER_BATCH)
        throw new AppError('malformed-request', { message: `A frame holds at most ${CALLS_PER_BATCH} calls` })
      if (ids.length > 0) {
        const allowance = await this.#limits.takeSome('calls', this.#userId, ids.length)
        for (const _ of ids) allowance.take()
      }
    } catch (error) {
      return this.refuse(ids, asAppError(error) ?? new AppError('server-fault'))
    }
    if (this.#socket.readyState !== this.#socket.OPEN) return
    for (const read of this.#readers) read(data, isBinary)
  }

  /** Answers each of these calls with the error. null stands for a frame that was not read. */
  refuse(ids: CallId[], error: AppError): void {
    const shape = errorShape(error)
    for (const id of ids.slice(0, CALLS_PER_BATCH)) this.#socket.send(JSON.stringify({ id, error: shape }))
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
