import { MESSAGES_DEFAULT } from '@barkyard/domain/message'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Message } from '@barkyard/domain/schemas/message'
import { type ClientFrame, clientFrameSchema, type ServerFrame } from '@barkyard/domain/schemas/socket'
import { onTestFinished, vi } from 'vitest'
import type { Inputs } from '../trpc.ts'

type ListQuery = Omit<Inputs['messages']['list'], 'matchId'>

/** Stands in for the server of one chat until the test ends: its socket, and the messages that it has stored. */
export class ChatLine {
  readonly messages: Message[] = []
  /** What the page has sent. */
  readonly frames: ClientFrame[] = []
  readonly reads: ListQuery[] = []
  /** What becomes of a sent message: stored and confirmed; stored, but the line breaks or stays silent; held; or refused with these words. */
  becomes: 'stored' | 'cut' | 'unconfirmed' | 'held' | { refused: string } = 'stored'
  /** Whether the server admits nobody. */
  isCut = false
  readonly #sockets = new Set<FakeSocket>()
  readonly #byClientId = new Map<string, Message>()
  readonly #matchId: string

  constructor(matchId: string) {
    this.#matchId = matchId
    const line = this
    vi.stubGlobal(
      'WebSocket',
      class extends FakeSocket {
        constructor() {
          super(frame => line.#take(frame))
          line.#sockets.add(this)
          setTimeout(() => (line.isCut ? this.fail() : this.open()))
        }
      },
    )
    onTestFinished(() => void vi.unstubAllGlobals())
  }

  /** The answer to `messages.list`. */
  readonly list = ({ before, after, limit = MESSAGES_DEFAULT }: ListQuery): Message[] => {
    this.reads.push({ before, after, limit })
    const at = (id: string) => this.messages.findIndex(message => message.id === id)
    if (after !== undefined) return this.messages.slice(at(after) + 1).slice(0, limit)
    return (before === undefined ? this.messages : this.messages.slice(0, at(before))).slice(-limit)
  }

  /** Messages that a dog has sent before the page opened, or that are on their way. */
  before(from: Dog, bodies: readonly string[]) {
    for (const body of bodies) this.#store(from.id, body)
    return this
  }

  /** A message of a dog, as it arrives. */
  say(from: Dog, body: string) {
    this.tell({ type: 'message', message: this.#store(from.id, body) })
  }

  /** A dog is told to be typing. */
  types(from: Dog, matchId = this.#matchId) {
    this.tell({ type: 'typing', matchId, dogId: from.id })
  }

  tell(frame: ServerFrame) {
    for (const socket of this.#open()) socket.hear(frame)
  }

  /** The number of open sockets. */
  get connections() {
    return this.#open().length
  }

  /** How often the page has told that its owner types. */
  get typings() {
    return this.frames.filter(({ type }) => type === 'typing').length
  }

  /** Ends all connections. */
  close(code: number) {
    for (const socket of this.#open()) socket.close(code)
  }

  cut() {
    this.isCut = true
    this.close(1006)
  }

  /** The page is online again. */
  mend() {
    this.isCut = false
    window.dispatchEvent(new Event('online'))
  }

  #open = () => [...this.#sockets].filter(({ readyState }) => readyState === FakeSocket.OPEN)

  #store(senderDogId: string, body: string): Message {
    const seq = this.messages.length + 1
    const createdAt = new Date().toISOString()
    const message = { id: `m${seq}`, matchId: this.#matchId, senderDogId, body, createdAt, seq }
    this.messages.push(message)
    return message
  }

  #take(frame: ClientFrame) {
    this.frames.push(frame)
    const { becomes } = this
    if (frame.type !== 'message' || becomes === 'held') return
    const { body, senderDogId, clientId = '' } = frame
    if (typeof becomes === 'object') {
      setTimeout(() => this.tell({ type: 'error', message: becomes.refused, clientId }))
      return
    }
    const message = this.#byClientId.get(clientId) ?? this.#store(senderDogId, body)
    this.#byClientId.set(clientId, message)
    if (becomes === 'cut') setTimeout(() => this.close(1006))
    if (becomes === 'stored') setTimeout(() => this.tell({ type: 'message', message: { ...message, clientId } }))
  }
}

class FakeSocket {
  static readonly OPEN = 1
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onerror: (() => void) | null = null

  readonly #take: (frame: ClientFrame) => void

  constructor(take: (frame: ClientFrame) => void) {
    this.#take = take
  }

  open() {
    if (this.readyState === 3) return
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
  }
  /** The server has refused the connection. */
  fail() {
    this.onerror?.()
    this.close(1006)
  }
  send(text: string) {
    this.#take(clientFrameSchema.parse(JSON.parse(text)))
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
