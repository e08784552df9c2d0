import type { Duplex } from 'node:stream'
import { findWhoSeesTyping } from '@barkyard/db/queries/messages/messages'
import { type ClientFrame, clientFrameSchema, type ServerFrame } from '@barkyard/domain/schemas/socket'
import { AUTH_WITHIN_MS } from '@barkyard/domain/socket'
import type {} from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { type Asking, callerNow } from '../../platform/access/guard.ts'
import { isSuspended, requireCaller, requireScope } from '../../platform/access/requirements.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import { type AppError, errorAnswer, redactError } from '../../platform/errors.ts'
import { requireShallow } from '../../platform/http/json.ts'
import { Connections, closeEnded, type Reader } from '../../platform/realtime/connections.ts'
import type { Listener, LiveMessage, SessionEnd, Typing } from '../../platform/realtime/hub.ts'
import type { Services } from '../../services.ts'
import { sendMessage } from './index.ts'

/** The WebSocket code for "service restart": the client reconnects. */
const CLOSE_TRY_AGAIN = 1012

/** Frames that may wait. While more do, because the database is slow, the socket is not read. */
const FRAMES_WAITING = 100

/** Messages that may wait for a client's auth. With more it connects again. */
const HELD_MAX = 1_000

/** Bytes that may wait until the end of the current turn of the event loop. */
const HELD_BACK_BYTES = 64 * 1024

/** Questions about typing that this process asks the database at once. What comes meanwhile is dropped. */
const TYPING_AT_ONCE = 4
let typingAsked = 0

type MessageFrame = Extract<ClientFrame, { type: 'message' }>

export function registerChatSocket(app: FastifyInstance, services: Services): void {
  const connections = new Connections(services)
  app.addHook('onClose', async () => connections.stop())
  const { hub, bus } = services
  const subscribed = new WeakMap<FastifyRequest, () => void>()
  /** Messages arrive here from before the socket opens. So what its client then reads and what it receives leave no gap. */
  const subscribe = async (request: FastifyRequest) => {
    const { id: sessionId, userId, impersonatedDogId } = requireCaller(request.caller)
    const stop = hub.listen({ sessionId, userId, impersonatedDogId })
    subscribed.set(request, stop)
    request.raw.socket.once('close', stop)
    await bus.settled()
  }
  app.get(
    '/ws',
    {
      websocket: true,
      preValidation: connections.admit,
      preHandler: subscribe,
      // Suspended callers learn the reason from the close code: a browser cannot read why an upgrade was refused.
      config: { whileSuspended: true },
    },
    (socket, request) => {
      const caller = requireCaller(request.caller)
      if (isSuspended(caller, services.now())) return closeEnded(socket, 'suspended')
      const stream = request.raw.socket
      const asking = { caller, headers: { 'x-dog': request.headers['x-dog'] } }
      connections.track(socket, caller.userId, new ChatSocket(socket, stream, asking, services))
      const stop = subscribed.get(request)
      if (!stop) return
      stream.off('close', stop)
      stop()
    },
  )
}

class ChatSocket implements Listener, Reader {
  readonly sessionId: string
  readonly userId: string
  impersonatedDogId: string | null
  readonly #socket: WebSocket
  readonly #stream: Duplex
  readonly #asking: Asking
  readonly #services: Services
  readonly #authTimer: NodeJS.Timeout
  readonly #stopListening: () => void
  readonly #openedAs: string | null
  /** Messages since the socket opened, until its client has sent auth; null afterwards. */
  #held: LiveMessage[] | null = []
  /** Frames are handled one after the other, in their order. */
  #turn: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(socket: WebSocket, stream: Duplex, asking: Asking, services: Services) {
    const caller = requireCaller(asking.caller)
    this.#socket = socket
    this.#stream = stream
    this.#asking = asking
    this.#services = services
    this.sessionId = caller.id
    this.userId = caller.userId
    this.impersonatedDogId = this.#openedAs = caller.impersonatedDogId
    this.#authTimer = setTimeout(() => closeEnded(socket), AUTH_WITHIN_MS)
    this.#stopListening = services.hub.listen(this)
  }

  read(data: RawData, isBinary: boolean): void {
    if (++this.#waiting > FRAMES_WAITING) this.#socket.pause()
    this.#turn = this.#turn
      .then(() => this.#take(data, isBinary))
      .catch(error => this.#fail(error))
      .then(() => {
        const isOver = --this.#waiting === 0 && this.#socket.readyState === this.#socket.OPEN
        if (isOver && this.#socket.isPaused) this.#socket.resume()
      })
  }

  refuse({ message }: AppError): void {
    this.#refuse(message)
  }

  onEvent(live: LiveMessage): void {
    const { event, clientId } = live
    if (event.type !== 'message') return
    if (this.#held) {
      if (this.#held.push(live) > HELD_MAX) this.fellBehind()
      return
    }
    this.#send({
      type: 'message',
      message: { ...event.message, ...(clientId?.userId === this.userId && { clientId: clientId.value }) },
    })
  }

  onTyping({ matchId, dogId }: Typing): void {
    if (this.#held || this.impersonatedDogId || this.#stream.writableLength > HELD_BACK_BYTES) return
    this.#send({ type: 'typing', matchId, dogId })
  }

  sessionEnded(why: SessionEnd): void {
    closeEnded(this.#socket, why)
  }

  fellBehind(): void {
    this.#socket.close(CLOSE_TRY_AGAIN, 'Messages were missed: connect again and read them')
  }

  closed(): void {
    clearTimeout(this.#authTimer)
    this.#stopListening()
  }

  async #take(data: RawData, isBinary: boolean): Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const frame = isBinary ? undefined : parseJson(data.toString())
    if (frame === undefined) return this.#refuse('Frames are JSON text')
    const parsed = clientFrameSchema.safeParse(frame)
    if (!parsed.success) {
      this.#refuse(parsed.error.issues[0]?.message ?? 'Unknown frame', clientIdOf(frame))
      if (isAuth(frame)) closeEnded(this.#socket)
      return
    }
    if (parsed.data.type === 'auth') await this.#authenticate(parsed.data.userId)
    else if (parsed.data.type === 'typing') await this.#typing(parsed.data.matchId)
    else await this.#message(parsed.data).catch(error => this.#fail(error, clientIdOf(frame)))
  }

  async #authenticate(userId: string): Promise<void> {
    if (userId !== this.userId) {
      this.#refuse('This is not the user who is signed in')
      return closeEnded(this.#socket)
    }
    // Read again, because changes before listening began did not reach the listener.
    const caller = await this.#services.sessions.find(this.sessionId)
    if (!caller) return closeEnded(this.#socket)
    if (isSuspended(caller, this.#services.now())) return closeEnded(this.#socket, 'suspended')
    clearTimeout(this.#authTimer)
    this.#services.hub.actAs(this.sessionId, caller.impersonatedDogId)
    const held = this.#held ?? []
    this.#held = null
    const isSameDog = caller.impersonatedDogId === this.#openedAs
    for (const live of held) if (isSameDog || live.ownDogs?.[this.userId]) this.onEvent(live)
  }

  /** The caller as they are now. null if they may not send: that was answered. @throws AppError for a token that only reads. */
  async #findSender(clientId?: string): Promise<Caller | null> {
    if (this.#held) {
      this.#refuse('Send auth first', clientId)
      return null
    }
    const caller = await callerNow(this.#asking, this.#services)
    if (!caller || isSuspended(caller, this.#services.now())) {
      closeEnded(this.#socket, caller ? 'suspended' : 'signed out')
      return null
    }
    requireScope(caller, 'write')
    return caller
  }

  /** Tells the other owner that this one types. What may not be told is dropped, and so is the rest under load. */
  async #typing(matchId: string): Promise<void> {
    const { bus, db, socketLimits, writer } = this.#services
    const { userId, actingDogId: dogId, isImpersonating } = (await this.#findSender()) ?? {}
    if (typingAsked >= TYPING_AT_ONCE || writer.waiting > FRAMES_WAITING) return
    if (!userId || !dogId || isImpersonating || !socketLimits.takeTyping(dogId, matchId)) return
    typingAsked++
    // Not awaited: the next frames do not wait for it.
    findWhoSeesTyping(db, { kind: 'dog', userId, dogId }, matchId)
      .then(to => {
        if (to === undefined) socketLimits.returnTyping(dogId, matchId)
        else bus.publish({ type: 'typing', userId: to, matchId, dogId })
      })
      .catch(() => {})
      .finally(() => typingAsked--)
  }

  /** Hands a message to the writer. The next frames do not wait for its commit. */
  async #message(frame: MessageFrame): Promise<void> {
    const { matchId, senderDogId, body, clientId } = frame
    const caller = await this.#findSender(clientId)
    if (!caller) return
    if (senderDogId !== caller.actingDogId)
      return this.#refuse('You can only send messages as your active dog', clientId)
    sendMessage(this.#services, caller, { matchId, senderDogId, body, clientId }).then(
      stored => {
        // It was stored and delivered before, so only this sender needs a confirmation.
        if (!stored.isNew)
          this.#send({ type: 'message', message: { ...stored.message, ...(clientId && { clientId }) } })
      },
      error => this.#fail(error, clientId),
    )
  }

  #refuse(message: string, clientId?: string): void {
    this.#send({ type: 'error', message, ...(clientId !== undefined && { clientId }) })
  }

  #fail(error: unknown, clientId?: string): void {
    const { body, status } = errorAnswer(error)
    if (status === 500) this.#services.log.error({ error: redactError(error) }, 'a frame failed')
    this.#refuse(body.message, clientId)
  }

  /** Frames of one commit leave in few writes: writing is the main cost of a delivery. */
  #send(frame: ServerFrame): void {
    if (this.#stream.writableCorked === 0) {
      this.#stream.cork()
      process.nextTick(() => this.#stream.uncork())
    }
    this.#socket.send(JSON.stringify(frame))
    // Slow readers are detected by the bytes that the system has not taken, so only few may wait here.
    if (this.#stream.writableLength > HELD_BACK_BYTES) this.#stream.uncork()
  }
}

function parseJson(text: string): unknown {
  try {
    requireShallow(text)
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isAuth = (frame: unknown) =>
  typeof frame === 'object' && frame !== null && 'type' in frame && frame.type === 'auth'

/** The clientId of an invalid frame, so that its sender knows which one was refused. */
function clientIdOf(frame: unknown): string | undefined {
  const value = typeof frame === 'object' && frame !== null && 'clientId' in frame ? frame.clientId : undefined
  return typeof value === 'string' && value.length > 0 && value.length <= 64 ? value : undefined
}
