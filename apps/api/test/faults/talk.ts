import type { Message } from '@barkyard/domain/schemas/message'
import { until } from '@barkyard/postgres/testing/until'
import { type Person, twoMatched } from '../client.ts'
import { type Chat, listeningChat } from '../socket.ts'

/** How long a message may stay missing before it is read. */
const GAP_MS = 300

/** One side of a chat. It reads what it missed, and sends unconfirmed messages again under the same clientId. */
export class Talker {
  readonly person: Person
  readonly dogId: string
  readonly matchId: string
  readonly sent: string[] = []
  readonly confirmed = new Set<string>()
  /** The opened sockets, the current one last. */
  readonly chats: Chat[] = []
  /** The ids of all messages of the match that reached this side, by number. */
  readonly known = new Map<number, string>()
  /** The number up to which none is missing. */
  #complete = 0
  #gapTimer: NodeJS.Timeout | undefined
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
      if (frame.type !== 'message') return
      if (frame.message.clientId) this.confirmed.add(frame.message.clientId)
      this.#note([frame.message])
      this.#gapTimer ??= setTimeout(() => {
        this.#gapTimer = undefined
        if (Math.max(...this.known.keys()) > this.#complete) void this.#catchUp()
      }, GAP_MS)
    })
    this.chats.push(chat)
    await this.#catchUp()
  }

  #note(messages: readonly Message[]): void {
    for (const { seq, id } of messages) this.known.set(seq, id)
    while (this.known.has(this.#complete + 1)) this.#complete++
  }

  /** Reads what follows the last message before the first gap. */
  async #catchUp(): Promise<void> {
    for (;;) {
      const messages = await this.#readAfter(this.known.get(this.#complete))
      this.#note(messages)
      if (messages.length === 0) return
    }
  }

  /** Repeats a call without an answer: its connection may have been to a stopped part. */
  async #readAfter(id: string | undefined): Promise<Message[]> {
    for (;;) {
      const path = `/api/messages/${this.matchId}?limit=500${id === undefined ? '' : `&after=${id}`}`
      const answer = await this.person.get<Message[]>(path).catch(() => null)
      if (answer?.status === 200) return answer.body
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }

  /** Messages that a socket received twice. Repeated messages are confirmed again, only to their sender. */
  get doubled(): number {
    return this.chats.reduce((sum, { messages }) => {
      const seen = new Set<string>()
      return (
        sum + messages.filter(({ id, clientId }) => seen.size === seen.add(id).size && clientId === undefined).length
      )
    }, 0)
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

  /** Stops sending. */
  stop(): void {
    clearInterval(this.#timer)
  }

  /** Stops sending and waits until every message is confirmed. */
  async finish(): Promise<void> {
    this.stop()
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

/** Both sides of a new match. */
export async function twoTalkers(url: string): Promise<[Talker, Talker]> {
  const { first, second, matchId } = await twoMatched(url)
  return [new Talker(first.owner, first.dog.id, matchId), new Talker(second.owner, second.dog.id, matchId)]
}

/** All messages of a match but the bark that created it, over REST. */
export async function storedIn(person: Person, matchId: string): Promise<Message[]> {
  const all: Message[] = []
  for (;;) {
    const before = all[0] ? `&before=${all[0].id}` : ''
    const { body } = await person.get<Message[]>(`/api/messages/${matchId}?limit=500${before}`)
    if (body.length === 0) return all.slice(1)
    all.unshift(...body)
  }
}

/** What became of the messages of both sides of a chat: confirmed but not stored, stored but not received; twice. @param patience with those on their way, in s */
export async function deliveryOf(
  pair: readonly Talker[],
  patience?: number,
): Promise<{ lost: string[]; doubled: number }> {
  await Promise.all(pair.map(talker => talker.finish()))
  const stored = pair[0] ? await storedIn(pair[0].person, pair[0].matchId) : []
  const bodies = new Set(stored.map(({ body }) => body))
  const lost: string[] = []
  let doubled = stored.length - bodies.size
  for (const talker of pair) {
    for (const id of talker.confirmed) if (!bodies.has(id)) lost.push(`the message ${id}, confirmed but not stored`)
    const unknown = () => stored.filter(({ seq }) => !talker.known.has(seq))
    // Messages may still be in transit.
    for (const { body } of await until(unknown, [], patience).catch(unknown))
      lost.push(`the message ${body}, stored but not received`)
    doubled += talker.doubled
  }
  return { lost, doubled }
}
