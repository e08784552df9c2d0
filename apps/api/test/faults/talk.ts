import type { Message } from '@barkyard/domain/schemas/message'
import { until } from '@barkyard/postgres/testing/until'
import type { Person } from '../client.ts'
import { type Chat, openChat } from '../socket.ts'

/** One side of a chat, which sends unconfirmed messages again under the same clientId. */
export class Talker {
  readonly person: Person
  readonly dogId: string
  readonly matchId: string
  readonly sent: string[] = []
  readonly confirmed = new Set<string>()
  /** The opened sockets, the current one last. */
  readonly chats: Chat[] = []
  /** The messages read after a lost socket: all after the last one received. */
  readonly caughtUp: Message[] = []
  readonly #opened = new Map<Chat, number>()
  #opening = false
  #timer: NodeJS.Timeout | undefined

  constructor(person: Person, dogId: string, matchId: string) {
    this.person = person
    this.dogId = dogId
    this.matchId = matchId
  }

  get chat(): Chat {
    const chat = this.chats.at(-1)
    if (!chat) throw new Error('not open')
    return chat
  }

  async open(): Promise<void> {
    const chat = await listeningChat(this.person)
    chat.socket.on('message', data => {
      const frame = JSON.parse(data.toString())
      if (frame.type === 'message' && frame.message.clientId) this.confirmed.add(frame.message.clientId)
    })
    const last = this.chats.at(-1)?.messages.at(-1) ?? this.caughtUp.at(-1)
    this.chats.push(chat)
    this.#opened.set(chat, Date.now())
    if (last) await this.#catchUp(last.id)
  }

  async #catchUp(after: string): Promise<void> {
    for (let id: string | undefined = after; id; ) {
      const messages = await this.#readAfter(id)
      this.caughtUp.push(...messages)
      id = messages.at(-1)?.id
    }
  }

  /** Repeats a call without an answer: its connection may have been to a stopped part. */
  async #readAfter(id: string): Promise<Message[]> {
    for (;;) {
      const path = `/api/messages/${this.matchId}?limit=500&after=${id}`
      const answer = await this.person.get<Message[]>(path).catch(() => null)
      if (answer?.status === 200) return answer.body
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }

  /** All messages of the match that reached this side, by number. */
  get known(): Set<number> {
    return new Set([...this.chats.flatMap(({ messages }) => messages), ...this.caughtUp].map(({ seq }) => seq))
  }

  /** Messages that a socket received twice or out of order. Repeated messages are confirmed again, only to their sender. */
  faults(): { doubled: number; disordered: number } {
    let doubled = 0
    let disordered = 0
    for (const chat of this.chats) {
      const { messages } = chat
      const seen = new Set<string>()
      let last = 0
      for (const { id, seq, clientId, createdAt } of messages) {
        if (seen.has(id)) {
          if (clientId === undefined) doubled++
          continue
        }
        seen.add(id)
        // An own repeated message may be confirmed before its turn.
        if (clientId !== undefined) continue
        // Messages stored just before the socket opened may arrive in any order.
        if (Date.parse(createdAt) < (this.#opened.get(chat) ?? 0)) continue
        if (seq < last) disordered++
        last = seq
      }
    }
    return { doubled, disordered }
  }

  /** Messages that the server has neither confirmed nor refused. */
  get #unanswered(): number {
    return this.sent.length - this.confirmed.size - this.chats.reduce((sum, { errors }) => sum + errors.length, 0)
  }

  /** Sends a message every `everyMs` until stopped, or as fast as a busy server answers, and reconnects if the socket is lost. */
  start(everyMs: number): void {
    const prefix = this.dogId.slice(-6)
    this.#timer = setInterval(() => {
      if (this.chat.socket.readyState !== this.chat.socket.OPEN) {
        if (this.#opening) return
        this.#opening = true
        this.open()
          .then(() => this.#sendUnconfirmed())
          .catch(() => undefined)
          .finally(() => {
            this.#opening = false
          })
        return
      }
      if (this.#unanswered > 100) return
      const clientId = `${prefix}-${this.sent.length}`
      this.sent.push(clientId)
      this.#send(clientId)
    }, everyMs)
  }

  /** Stops sending and waits until every message is confirmed. */
  async finish(): Promise<void> {
    clearInterval(this.#timer)
    let again = 0
    const unconfirmed = async () => {
      const left = this.sent.length - this.confirmed.size
      if (left > 0 && ++again % 25 === 0) {
        if (this.chat.socket.readyState !== this.chat.socket.OPEN) await this.open().catch(() => undefined)
        this.#sendUnconfirmed()
      }
      return left
    }
    await until(unconfirmed, 0, 180)
  }

  #sendUnconfirmed(): void {
    for (const clientId of this.sent) if (!this.confirmed.has(clientId)) this.#send(clientId)
  }

  #send(clientId: string): void {
    if (this.chat.socket.readyState !== this.chat.socket.OPEN) return
    this.chat.send({ type: 'message', matchId: this.matchId, senderDogId: this.dogId, body: clientId, clientId })
  }
}

/** A chat that has authenticated, so it receives everything from now on. */
export async function listeningChat(person: Person): Promise<Chat> {
  const chat = await openChat(person)
  chat.send('?')
  await chat.until(({ errors }) => errors.length === 1)
  chat.frames.length = 0
  return chat
}

/** All messages of a match, over REST. */
export async function storedIn(person: Person, matchId: string): Promise<Message[]> {
  const all: Message[] = []
  for (;;) {
    const last = all.at(-1)
    const after = last ? `&after=${last.id}` : `&after=${await firstId(person, matchId)}`
    const { body } = await person.get<Message[]>(`/api/messages/${matchId}?limit=500${after}`)
    if (body.length === 0) return all
    all.push(...body)
  }
}

/** The bark that created the match, before all sent messages. */
async function firstId(person: Person, matchId: string): Promise<string> {
  let oldest: Message | undefined
  for (;;) {
    const before: string = oldest ? `&before=${oldest.id}` : ''
    const { body } = await person.get<Message[]>(`/api/messages/${matchId}?limit=500${before}`)
    if (!body[0]) return oldest?.id ?? ''
    oldest = body[0]
  }
}
