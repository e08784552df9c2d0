import type { ServerFrame } from '@barkyard/domain/schemas/socket'
import { TYPING_EVERY_MS } from '@barkyard/domain/socket'
import { newClientId } from '../../../lib/client-id.ts'
import { ChatSocket, type ChatSocketOptions, type Connection } from './chat-socket.ts'
import type { ChatId, Outbox, Outgoing } from './outbox.ts'
import { newestSeq, ThreadReader, type ThreadReaderOptions, type ThreadState } from './thread-reader.ts'

export interface ConversationOptions
  extends ChatId,
    Pick<ThreadReaderOptions, 'known' | 'list' | 'pause' | 'onArrived'>,
    Pick<ChatSocketOptions, 'url' | 'onUnauthorized'> {
  outbox: Outbox
  /** The connection counts as dead if a message is not confirmed within this many ms. Default 10,000. */
  confirmWithin?: number
  onError: (message: string) => void
}

export interface ConversationState extends ThreadState {
  connection: Connection
  outgoing: readonly Outgoing[]
  isOtherTyping: boolean
  /** The clientId of messages sent from here, by message id: a bubble stays the same when it is confirmed. */
  sentAs: ReadonlyMap<string, string>
}

/** The number of unconfirmed messages of a chat. The server takes as many at once. */
const OUTGOING_MAX = 50
const CONFIRM_WITHIN_MS = 10_000
/** How long after a message those before it may still arrive, from another process. What is missing then is read. */
const GAP_MS = 300
/** How long the other dog counts as typing after it was told. */
const TYPING_LASTS_MS = 5_000
/** A little more than the server's limit, which would otherwise drop what arrives a moment sooner. */
const TELL_TYPING_EVERY_MS = TYPING_EVERY_MS + 500
/** The number of automatic attempts on dead connections before the user is asked. */
const TRIES = 3

/**
 * A chat of one dog: its messages, unconfirmed messages, and the connection. Nothing is lost or doubled: missed messages
 * are read (`after`), and unconfirmed ones are sent again with the same clientId. A store for useSyncExternalStore.
 */
export class Conversation {
  readonly #options: ConversationOptions
  readonly #socket: ChatSocket
  readonly #thread: ThreadReader
  readonly #listeners = new Set<() => void>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #tries = new Map<string, number>()
  /** Whether messages are to be read once those on their way are confirmed. */
  #isBehind = false
  #gapTimer: ReturnType<typeof setTimeout> | undefined
  #toldTyping: ReturnType<typeof setTimeout> | undefined
  #typingTimer: ReturnType<typeof setTimeout> | undefined
  #state: ConversationState
  #isQuiet = false

  constructor(options: ConversationOptions) {
    this.#options = options
    this.#thread = new ThreadReader({
      ...options,
      onChange: () => this.#become(this.#thread.state),
      onArrived: (messages, first) => {
        if (!first && messages.some(({ senderDogId }) => senderDogId !== options.dogId)) this.#endTyping()
        options.onArrived(messages, first)
      },
    })
    this.#socket = new ChatSocket({
      ...options,
      onConnection: connection => this.#onConnection(connection),
      onFrame: frame => this.#onFrame(frame),
    })
    this.#state = {
      ...this.#thread.state,
      connection: 'connecting',
      outgoing: options.outbox.load(),
      isOtherTyping: false,
      sentAs: new Map(),
    }
  }

  get state(): ConversationState {
    return this.#state
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  start(): void {
    this.#thread.start()
    this.#socket.start()
  }

  stop(): void {
    this.#socket.close()
    this.#thread.stop()
    this.#isBehind = false
    this.#clearTimers()
    clearTimeout(this.#gapTimer)
    this.#gapTimer = undefined
    clearTimeout(this.#toldTyping)
    this.#toldTyping = undefined
    this.#endTyping()
  }

  /** Tells the other dog that this one types: now and then, and only while there is a connection. */
  tellTyping(): void {
    if (this.#toldTyping !== undefined) return
    if (!this.#socket.send({ type: 'typing', matchId: this.#options.matchId })) return
    this.#toldTyping = setTimeout(() => {
      this.#toldTyping = undefined
    }, TELL_TYPING_EVERY_MS)
  }

  /** Sends `body`, again and again until it is confirmed. @returns false if too many wait: the caller keeps the text. */
  say(body: string): boolean {
    if (this.#state.outgoing.length >= OUTGOING_MAX) {
      this.#options.onError('Too many messages are waiting. Please send or discard them first.')
      return false
    }
    const message: Outgoing = {
      clientId: newClientId(),
      body,
      state: 'sending',
      createdAt: new Date().toISOString(),
    }
    this.#keep([...this.#state.outgoing, message])
    this.#send(message)
    return true
  }

  tryAgain(clientId: string): void {
    this.#tries.delete(clientId)
    this.#mark(clientId, 'sending')
    const message = this.#state.outgoing.find(one => one.clientId === clientId)
    if (message) this.#send(message)
  }

  discard(clientId: string): void {
    this.#settle(clientId)
    this.#keep(this.#state.outgoing.filter(one => one.clientId !== clientId))
  }

  loadOlder(): void {
    void this.#thread.loadOlder()
  }

  readAgain(): void {
    void this.#thread.catchUp()
  }

  /** Call this when the match's newest seq is known from elsewhere. */
  readUpTo(seq: number): void {
    if (this.#state.phase === 'ready' && seq > newestSeq(this.#state.messages)) this.#catchUp()
  }

  /** Call this when the browser is online again or the page becomes visible. */
  wake(): void {
    if (this.#socket.isOpen) this.#catchUp()
    else this.#socket.wake()
  }

  drop(): void {
    this.#socket.drop()
  }

  #onConnection(connection: Connection): void {
    this.#become({ connection })
    if (connection !== 'open') {
      this.#clearTimers()
      return
    }
    for (const message of this.#state.outgoing) if (message.state === 'sending') this.#send(message)
    this.#catchUp()
  }

  #onFrame(frame: ServerFrame): void {
    if (frame.type === 'error') {
      if (frame.clientId !== undefined) {
        this.#settle(frame.clientId)
        this.#mark(frame.clientId, 'failed')
      }
      this.#options.onError(frame.message)
      return
    }
    if (frame.type === 'typing') {
      if (frame.matchId !== this.#options.matchId || frame.dogId === this.#options.dogId) return
      clearTimeout(this.#typingTimer)
      this.#typingTimer = setTimeout(() => this.#endTyping(), TYPING_LASTS_MS)
      if (!this.#state.isOtherTyping) this.#become({ isOtherTyping: true })
      return
    }
    const { clientId, ...message } = frame.message
    if (message.matchId !== this.#options.matchId) return
    this.#gapTimer ??= setTimeout(() => {
      this.#gapTimer = undefined
      this.readUpTo(this.#state.messages.at(-1)?.seq ?? 0)
    }, GAP_MS)
    if (clientId === undefined || !this.#state.outgoing.some(one => one.clientId === clientId)) {
      this.#thread.receive(message)
      return
    }
    // Replace the unconfirmed message by the stored one in one step.
    this.#isQuiet = true
    this.#become({ sentAs: new Map(this.#state.sentAs).set(message.id, clientId) })
    this.#thread.receive(message)
    this.#isQuiet = false
    this.discard(clientId)
  }

  #endTyping(): void {
    clearTimeout(this.#typingTimer)
    if (this.#state.isOtherTyping) this.#become({ isOtherTyping: false })
  }

  /** Waits for unconfirmed messages first: a message that is read before its confirmation would show twice. */
  #catchUp(): void {
    this.#isBehind = this.#timers.size > 0
    // They are sent again after a reconnection, which then reads messages.
    const isSending = this.#state.connection !== 'open' && this.#state.outgoing.some(one => one.state === 'sending')
    if (!this.#isBehind && !isSending) void this.#thread.catchUp()
  }

  #send(message: Outgoing): void {
    const { matchId, dogId, confirmWithin = CONFIRM_WITHIN_MS } = this.#options
    const { clientId, body } = message
    if (!this.#socket.send({ type: 'message', matchId, senderDogId: dogId, body, clientId })) return
    clearTimeout(this.#timers.get(clientId))
    this.#timers.set(
      clientId,
      setTimeout(() => this.#onSilence(clientId), confirmWithin),
    )
  }

  #onSilence(clientId: string): void {
    const tries = (this.#tries.get(clientId) ?? 0) + 1
    this.#tries.set(clientId, tries)
    if (tries >= TRIES) this.#mark(clientId, 'failed')
    this.#socket.drop()
  }

  #settle(clientId: string): void {
    clearTimeout(this.#timers.get(clientId))
    this.#timers.delete(clientId)
    this.#tries.delete(clientId)
    if (this.#timers.size === 0 && this.#isBehind) this.#catchUp()
  }

  #clearTimers(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
    if (this.#isBehind) this.#catchUp()
  }

  #mark(clientId: string, state: Outgoing['state']): void {
    this.#keep(this.#state.outgoing.map(one => (one.clientId === clientId ? { ...one, state } : one)))
  }

  #keep(outgoing: readonly Outgoing[]): void {
    this.#options.outbox.save(outgoing)
    this.#become({ outgoing })
  }

  #become(change: Partial<ConversationState>): void {
    this.#state = { ...this.#state, ...change }
    if (this.#isQuiet) return
    for (const listener of this.#listeners) listener()
  }
}
