import { CLOSE_UNAUTHORIZED, PING_EVERY_MS, SOCKETS_PER_USER } from '@barkyard/domain/socket'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { AppError } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { callerOf } from './cookie.ts'
import type { Caller } from './sessions.ts'

/** Bytes that may wait for a slow reader; beyond it the socket is cut and the client catches up when it comes back. */
const BACKLOG_BYTES = 1024 * 1024

/** The open sockets of one kind: who may open one, how many, and whether they still answer. */
export class Connections {
  readonly #parts: Parts
  readonly #callers = new WeakMap<object, Caller>()
  readonly #perUser = new Map<string, number>()
  readonly #answered = new Map<WebSocket, boolean>()
  readonly #timer: NodeJS.Timeout

  constructor(parts: Parts) {
    this.#parts = parts
    this.#timer = setInterval(() => this.#ping(), PING_EVERY_MS)
  }

  /** A preValidation hook: demands a session and a free place before the upgrade. */
  admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = await callerOf(request, this.#parts.sessions)
    if (!caller) throw new AppError('UNAUTHORIZED', 'Please log in')
    if ((this.#perUser.get(caller.userId) ?? 0) >= SOCKETS_PER_USER) {
      reply.header('retry-after', 30)
      throw new AppError('TOO_MANY_REQUESTS', `At most ${SOCKETS_PER_USER} connections at once`, { retryAfter: 30 })
    }
    this.#callers.set(request.raw, caller)
  }

  /** The caller of an admitted upgrade. */
  callerOf(raw: object): Caller {
    const caller = this.#callers.get(raw)
    if (!caller) throw new AppError('UNAUTHORIZED', 'Please log in')
    return caller
  }

  /** Watches an open socket: counts it, pings it, and runs `closed` when it is gone. */
  track(socket: WebSocket, caller: Caller, closed: () => void): void {
    const { userId } = caller
    this.#perUser.set(userId, (this.#perUser.get(userId) ?? 0) + 1)
    this.#answered.set(socket, true)
    socket.on('pong', () => this.#answered.set(socket, true))
    cutSlowReader(socket)
    socket.on('error', error => this.#parts.log.debug({ message: error.message }, 'a socket failed'))
    socket.on('close', () => {
      this.#answered.delete(socket)
      const left = (this.#perUser.get(userId) ?? 1) - 1
      if (left > 0) this.#perUser.set(userId, left)
      else this.#perUser.delete(userId)
      closed()
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

/** Cuts a socket whose reader is too slow at whatever is sent next: our words, tRPC's, or the answer to a ping. */
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

export const closeSignedOut = (socket: WebSocket) => socket.close(CLOSE_UNAUTHORIZED, 'Please log in')
