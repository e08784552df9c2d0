import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { MESSAGES_DEFAULT } from '@barkyard/domain/message'
import type { Message } from '@barkyard/domain/schemas/message'
import { type ClientFrame, clientFrameSchema, type ServerFrame } from '@barkyard/domain/schemas/socket'
import { onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ListQuery } from '../features/messages/conversation/thread-reader.ts'

/** Frames are read as the server reads them: what is no id is one of nothing. */
export const ROBIN = '00000000-0000-4000-8000-000000000001'
export const REX = '00000000-0000-4000-8000-000000000002'
export const MATCH = '00000000-0000-4000-8000-000000000003'

/** A fake server for a chat, until the test ends: stores a match's messages like the real one, and can be made to misbehave. */
export class Yard {
  readonly messages: Message[] = []
  readonly frames: ClientFrame[] = []
  readonly reads: ListQuery[] = []
  /** What happens to a message: stored and delivered; stored, but the connection breaks or stays silent; or refused. */
  behaviour: 'delivers' | 'breaks' | 'silent' | 'refuses' = 'delivers'
  isAdmitting = true
  connections = 0
  readonly #sockets = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    verifyClient: (_, answer) => answer(this.isAdmitting, 503, 'Service Unavailable'),
  })
  readonly #peers = new Set<WebSocket>()
  readonly #byClientId = new Map<string, Message>()

  static async open(): Promise<Yard> {
    const yard = new Yard()
    yard.#sockets.on('connection', peer => {
      peer.on('error', () => peer.terminate())
      peer.on('message', data => yard.#take(peer, clientFrameSchema.parse(JSON.parse(data.toString()))))
      peer.on('close', () => yard.#peers.delete(peer))
    })
    await once(yard.#sockets, 'listening')
    onTestFinished(() => yard.#stop())
    return yard
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#sockets.address() as AddressInfo).port}`
  }

  async #stop() {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#sockets.close()
    await once(this.#sockets, 'close')
  }

  /** The number of open, authenticated connections. */
  get listeners(): number {
    return this.#peers.size
  }

  /** Sends a message as the other dog. `deliver: false` stores it without delivering it. */
  bark(body = 'woof!', { deliver = true, matchId = MATCH } = {}): Message {
    const elsewhere = { ...this.#shape('bella', body, this.messages.length + 1), matchId }
    const message = matchId === MATCH ? this.#store('bella', body) : elsewhere
    if (deliver) this.#deliver({ type: 'message', message })
    return message
  }

  say(frame: ServerFrame): void {
    this.#deliver(frame)
  }

  /** Ends all connections with a close frame, or like broken ones. */
  breakLines(code?: number): void {
    for (const peer of this.#peers) code === undefined ? peer.terminate() : peer.close(code)
  }

  readonly list = async ({ before, after, limit = MESSAGES_DEFAULT }: ListQuery): Promise<Message[]> => {
    this.reads.push({ ...(before && { before }), ...(after && { after }), limit })
    const at = (id: string) => this.messages.findIndex(message => message.id === id)
    if (after !== undefined) return this.messages.slice(at(after) + 1).slice(0, limit)
    return (before === undefined ? this.messages : this.messages.slice(0, at(before))).slice(-limit)
  }

  #take(peer: WebSocket, frame: ClientFrame): void {
    this.frames.push(frame)
    if (frame.type === 'auth') {
      this.#peers.add(peer)
      this.connections += 1
      return
    }
    if (frame.type === 'typing') return
    const { clientId = '', body } = frame
    if (this.behaviour === 'refuses') {
      peer.send(JSON.stringify({ type: 'error', message: 'Please wait a moment', clientId }))
      return
    }
    const message = this.#byClientId.get(clientId) ?? this.#store(REX, body)
    this.#byClientId.set(clientId, message)
    if (this.behaviour === 'breaks') peer.terminate()
    if (this.behaviour === 'delivers') this.#deliver({ type: 'message', message: { ...message, clientId } })
  }

  #shape = (senderDogId: string, body: string, seq: number): Message => ({
    id: `m${seq}`,
    matchId: MATCH,
    senderDogId,
    body,
    createdAt: new Date(1_700_000_000_000 + seq * 1000).toISOString(),
    seq,
  })

  #store(senderDogId: string, body: string): Message {
    const message = this.#shape(senderDogId, body, this.messages.length + 1)
    this.messages.push(message)
    return message
  }

  #deliver(frame: ServerFrame): void {
    for (const peer of this.#peers) peer.send(JSON.stringify(frame))
  }
}
