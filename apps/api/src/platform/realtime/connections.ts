import {
  CLOSE_FLOOD,
  CLOSE_SUSPENDED,
  CLOSE_UNAUTHORIZED,
  FRAME_MAX_BYTES,
  PING_EVERY_MS,
  SOCKETS_PER_USER,
} from '@barkyard/domain/socket'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { notSignedIn, requireCaller } from '../access/requirements.ts'
import { AppError } from '../errors.ts'
import type { PlatformServices } from '../write.ts'
import type { SessionEnd } from './hub.ts'

const OPTIONS = {
  maxPayload: FRAME_MAX_BYTES,
  // The longest wait for a client's answer to a close, in ms. The client may be asleep or cut off, or send on: after a
  // broken frame nothing is counted any more. (The types of ws do not have it yet.)
  closeTimeout: 2_000,
}

const sendElsewhere = (socket: WebSocket) => socket.close(1001, 'The server is restarting')

/** WebSockets for the routes that follow. A closing server lets `drain` finish, then asks clients to reconnect. */
export async function registerSockets(server: FastifyInstance, drain: () => Promise<void>): Promise<void> {
  let closing = false
  await server.register(websocket, {
    options: OPTIONS,
    async preClose() {
      closing = true
      await drain()
      for (const client of server.websocketServer.clients) sendElsewhere(client)
    },
  })
  server.addHook('onRequest', async (request: FastifyRequest) => {
    if (closing && request.ws) throw new AppError('restarting', { retryAfter: 1 })
  })
  // Upgrades that were accepted before closing and open only now.
  server.websocketServer.on('connection', socket => {
    if (closing) sendElsewhere(socket)
  })
}

/** Bytes that may wait for a slow reader. Beyond this the socket is cut; its client reconnects and catches up. */
const BACKLOG_BYTES = 1024 * 1024

export interface Reader {
  read(data: RawData, isBinary: boolean): void
  /** A frame came too early and was not read. */
  refuse(error: AppError): void
  closed(): void
}

type SocketServices = Pick<PlatformServices, 'socketLimits' | 'log'>

/** The open sockets of one kind: how many a user may have, how fast they may send, and whether they still answer. */
export class Connections {
  readonly #services: SocketServices
  readonly #perUser = new Map<string, number>()
  readonly #answered = new Map<WebSocket, boolean>()
  readonly #timer: NodeJS.Timeout

  constructor(services: SocketServices) {
    this.#services = services
    this.#timer = setInterval(() => this.#ping(), PING_EVERY_MS)
  }

  /** A preValidation hook: takes one of the user's connections before the upgrade. */
  admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { userId } = requireCaller(request.caller)
    if (!request.ws) return
    const stream = request.raw.socket
    const taken = this.#perUser.get(userId) ?? 0
    if (taken >= SOCKETS_PER_USER) {
      reply.header('retry-after', 30)
      throw new AppError('too-many-connections', { retryAfter: 30 })
    }
    // The client has hung up, so nothing would give the connection back.
    if (stream.destroyed) throw new AppError('malformed-request', { message: 'The connection is gone' })
    // Taken before anything is awaited, and given back with the connection, whether or not the upgrade succeeds.
    this.#perUser.set(userId, taken + 1)
    stream.once('close', () => {
      const left = (this.#perUser.get(userId) ?? 1) - 1
      if (left > 0) this.#perUser.set(userId, left)
      else this.#perUser.delete(userId)
    })
    // Nothing is answered over HTTP any more. Otherwise the connection would keep its request and response in memory.
    reply.raw.detachSocket(stream)
  }

  /** Watches an open socket: counts frames before they are read, pings, and reports its close. */
  track(socket: WebSocket, userId: string, reader: Reader): void {
    this.#answered.set(socket, true)
    cutSlowReader(socket)
    const countFrame = this.#services.socketLimits.framesOf(userId)
    const count = (read: () => void) => {
      if (socket.readyState !== socket.OPEN) return
      const action = countFrame()
      if (action === 'read') return read()
      reader.refuse(
        new AppError('too-many-requests', { message: 'Too many frames at once. Please wait a moment.', retryAfter: 1 }),
      )
      if (action === 'close') closeFlood(socket)
    }
    socket.on('message', (data, isBinary) => count(() => reader.read(data, isBinary)))
    socket.on('ping', () => count(() => {}))
    socket.on('pong', () => {
      this.#answered.set(socket, true)
      count(() => {})
    })
    // The listener of @fastify/websocket would keep the request and its reply in memory as well.
    socket.removeAllListeners('error')
    socket.on('error', error => this.#services.log.debug({ message: error.message }, 'a socket failed'))
    socket.on('close', () => {
      this.#answered.delete(socket)
      reader.closed()
    })
  }

  #ping(): void {
    for (const [socket, answered] of this.#answered) {
      if (!answered) socket.terminate()
      else {
        this.#answered.set(socket, false)
        socket.ping()
      }
    }
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

/** Cuts the socket of a slow reader at the next send: by us, by tRPC, or in answer to a ping. */
function cutSlowReader(socket: WebSocket): void {
  const cutIfBehind = () => {
    if (socket.bufferedAmount > BACKLOG_BYTES) socket.terminate()
  }
  const send = socket.send.bind(socket)
  Object.defineProperty(socket, 'send', {
    value: (text: string) => {
      cutIfBehind()
      if (socket.readyState === socket.OPEN) send(text, {})
    },
  })
  socket.on('ping', cutIfBehind)
}

/** Stops reading from the connection: reading more frames would cost as much as handling them. */
function closeFlood(socket: WebSocket): void {
  socket.close(CLOSE_FLOOD, 'Too many frames')
  socket.pause()
}

export function closeEnded(socket: WebSocket, why: SessionEnd = 'signed out'): void {
  if (why === 'suspended') socket.close(CLOSE_SUSPENDED, 'Your account is suspended')
  else socket.close(CLOSE_UNAUTHORIZED, notSignedIn().message)
}
