import type { ServerFrame } from '@barkyard/domain/schemas/socket'
import { until } from '@barkyard/postgres/testing/until'
import WebSocket from 'ws'
import type { Person } from './client.ts'

type MessageFrame = Extract<ServerFrame, { type: 'message' }>

/** A chat socket that records the received frames. */
export class Chat {
  readonly socket: WebSocket
  readonly frames: ServerFrame[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  #end = ''

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', data => {
      this.frames.push(JSON.parse(data.toString()) as ServerFrame)
    })
    this.closed = new Promise(resolve => {
      socket.on('close', (code, reason) => {
        this.#end = `${code} ${reason}`
        resolve({ code, reason: reason.toString() })
      })
    })
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame))
  }

  /** Sends nonsense. Resolves once the server has answered it, and so all earlier frames. */
  async answered(): Promise<void> {
    const before = this.errors.length
    this.send('?')
    await this.until(({ errors }) => errors.length > before)
  }

  get messages() {
    return this.frames.filter((frame): frame is MessageFrame => frame.type === 'message').map(frame => frame.message)
  }

  get errors() {
    return this.frames.filter(frame => frame.type === 'error')
  }

  /** Resolves when the received frames satisfy the condition. */
  async until(condition: (chat: this) => boolean): Promise<void> {
    const look = () => {
      const isMet = condition(this)
      if (!isMet && this.socket.readyState === WebSocket.CLOSED)
        throw new Error(`the socket closed (${this.#end}); received ${JSON.stringify(this.frames)}`)
      return { isMet, frames: this.frames }
    }
    await until(look, ({ isMet }) => isMet)
  }
}

/** Opens /ws. Rejects with "Unexpected server response: STATUS" if the upgrade is refused. */
export function openSocket(url: string, headers: Record<string, string> = {}): Promise<Chat> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers })
  const chat = new Chat(socket)
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(chat))
    socket.on('error', reject)
  })
}

/** A chat that has authenticated, so it receives everything from now on. */
export async function listeningChat(person: Person): Promise<Chat> {
  const chat = await openChat(person)
  await chat.answered()
  chat.frames.length = 0
  return chat
}

export async function openChat(person: Person): Promise<Chat> {
  const chat = await openSocket(person.url, { cookie: person.cookie ?? '' })
  chat.send({ type: 'auth', userId: person.user.id })
  return chat
}
