import { MESSAGES_DEFAULT } from '@barkyard/domain/message'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Message } from '@barkyard/domain/schemas/message'
import type { ClientFrame, ServerFrame } from '@barkyard/domain/schemas/socket'
import { vi } from 'vitest'
import type { Inputs } from '../trpc.ts'

let last = 0

const aMessage = (senderDogId: string, body: string) => ({
  id: `message-${++last}`,
  senderDogId,
  body,
  createdAt: new Date().toISOString(),
})

/** Stands in for the server of one chat: its socket, and the messages that it has stored. */
export class ChatLine {
  readonly messages: Message[] = []
  /** What becomes of a sent message: stored and confirmed, held, or refused with these words. */
  becomes: 'stored' | 'held' | { refused: string } = 'stored'
  /** How often the page has told that its owner types. */
  typings = 0
  #isCut = false
  readonly #sockets = new Set<FakeSocket>()

  readonly #matchId: string

  constructor(matchId: string) {
    this.#matchId = matchId
    const take = (socket: FakeSocket, frame: ClientFrame) => this.#take(socket, frame)
    const sockets = this.#sockets
    const isCut = () => this.#isCut
    vi.stubGlobal(
      'WebSocket',
      class extends FakeSocket {
        constructor() {
          super(take)
          sockets.add(this)
          setTimeout(() => (isCut() ? this.close(1006) : this.open()))
        }
      },
    )
  }

  /** The answer to `messages.list`. */
  readonly list = ({ before, after, limit = MESSAGES_DEFAULT }: Inputs['messages']['list']): Message[] => {
    const at = (id: string) => this.messages.findIndex(message => message.id === id)
    if (after !== undefined) return this.messages.slice(at(after) + 1).slice(0, limit)
    return (before === undefined ? this.messages : this.messages.slice(0, at(before))).slice(-limit)
  }

  /** Messages that a dog has sent before the page opened. */
  before(from: Dog, bodies: readonly string[]) {
    for (const body of bodies) this.#store(aMessage(from.id, body))
    return this
  }

  /** A message of a dog, as it arrives. */
  say(from: Dog, body: string) {
    this.store(from, body)()
  }

  /** A message of a dog that is stored and on its way. @returns what lets it arrive. */
  store(from: Dog, body: string): () => void {
    const message = this.#store(aMessage(from.id, body))
    return () => {
      for (const socket of this.#sockets) socket.hear({ type: 'message', message })
    }
  }

  /** A dog is told to be typing. */
  types(from: Dog, matchId = this.#matchId) {
    for (const socket of this.#sockets) socket.hear({ type: 'typing', matchId, dogId: from.id })
  }

  /** The number of open sockets. */
  get connections() {
    return [...this.#sockets].filter(({ readyState }) => readyState === FakeSocket.OPEN).length
  }

  cut() {
    this.#isCut = true
    for (const socket of this.#sockets) socket.close(1006)
  }

  /** The page is online again. */
  mend() {
    this.#isCut = false
    window.dispatchEvent(new Event('online'))
  }

  #store(message: ReturnType<typeof aMessage>): Message {
    const stored = { ...message, matchId: this.#matchId, seq: this.messages.length + 1 }
    this.messages.push(stored)
    return stored
  }

  #take(socket: FakeSocket, frame: ClientFrame) {
    if (frame.type === 'typing') this.typings++
    if (frame.type !== 'message' || this.becomes === 'held') return
    const { becomes } = this
    const { body, senderDogId, clientId } = frame
    const answer = (): ServerFrame =>
      becomes === 'stored'
        ? { type: 'message', message: { ...this.#store(aMessage(senderDogId, body)), clientId } }
        : { type: 'error', message: becomes.refused, clientId }
    setTimeout(() => socket.hear(answer()))
  }
}

class FakeSocket {
  static readonly OPEN = 1
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onerror: (() => void) | null = null

  readonly #take: (socket: FakeSocket, frame: ClientFrame) => void

  constructor(take: (socket: FakeSocket, frame: ClientFrame) => void) {
    this.#take = take
  }

  open() {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
  }
  send(text: string) {
    this.#take(this, JSON.parse(text))
  }
  hear(frame: ServerFrame) {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
  close(code: number) {
    if (this.readyState === 3) return
    this.readyState = 3
    this.onclose?.({ code })
  }
}
