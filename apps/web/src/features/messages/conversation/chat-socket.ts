import type { ClientFrame, ServerFrame } from '@barkyard/domain/schemas/socket'
import { CLOSE_SUSPENDED, CLOSE_UNAUTHORIZED } from '@barkyard/domain/socket'

/** `connecting`: the first attempt. `reconnecting`: there was a connection before, or the first attempt failed. */
export type Connection = 'connecting' | 'open' | 'reconnecting'

export interface ChatSocketOptions {
  url: string
  userId: string
  /** Milliseconds before the given attempt (0 = the first) to connect again. */
  pause: (attempt: number) => number
  onConnection: (connection: Connection) => void
  onFrame: (frame: ServerFrame) => void
  /** The session has ended or the account is suspended: the user must be refreshed. */
  onUnauthorized: () => void
}

/** A connection that lasts this long or receives something resets the pauses. */
const STEADY_MS = 5_000
/** The timeout of an attempt, because browsers may wait for minutes after a change of networks. */
const CONNECT_WITHIN_MS = 10_000

/** The chat's connection to `/ws`. It authenticates, and reconnects with growing pauses until it is closed. */
export class ChatSocket {
  readonly #options: ChatSocketOptions
  #socket: WebSocket | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The timer of the current connection: first for its opening, then for its stability. */
  #watch: ReturnType<typeof setTimeout> | undefined
  #attempt = 0
  #refused = 0
  #connection: Connection = 'connecting'
  #running = false

  constructor(options: ChatSocketOptions) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  start(): void {
    if (this.#running) return
    this.#running = true
    this.#attempt = 0
    this.#connect()
  }

  close(): void {
    this.#running = false
    this.#forget(1000)
    this.#become('connecting')
  }

  /** @returns false without a connection: nothing was sent. */
  send(frame: ClientFrame): boolean {
    if (!this.#socket || !this.isOpen) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  /** Connects at once instead of waiting for the pause to end. */
  wake(): void {
    if (!this.#running || this.#socket) return
    this.#attempt = 0
    this.#connect()
  }

  /** Drops a connection that no longer works, and opens a new one. */
  drop(): void {
    if (!this.#running || !this.#socket) return
    this.#forget(4000)
    this.#reconnect()
  }

  #connect(): void {
    clearTimeout(this.#timer)
    const socket = new WebSocket(this.#options.url)
    this.#socket = socket
    let opened = false
    this.#watch = setTimeout(() => this.drop(), CONNECT_WITHIN_MS)
    // Each handler checks that its socket is still current, because a dropped one may call late.
    socket.onopen = () => {
      if (this.#socket !== socket) return
      opened = true
      this.#refused = 0
      this.send({ type: 'auth', userId: this.#options.userId })
      clearTimeout(this.#watch)
      this.#watch = setTimeout(() => {
        this.#attempt = 0
      }, STEADY_MS)
      this.#become('open')
    }
    socket.onmessage = event => {
      if (this.#socket !== socket) return
      const frame = parseFrame(event.data)
      if (frame?.type === 'message') this.#attempt = 0
      if (frame) this.#options.onFrame(frame)
    }
    const onEnd = (code: number) => {
      if (this.#socket !== socket) return
      this.#forget(null)
      if (!opened) this.#refused += 1
      // The browser does not report why an upgrade failed. After two failures the session may have ended.
      const isOver = code === CLOSE_UNAUTHORIZED || code === CLOSE_SUSPENDED
      if (isOver || this.#refused >= 2) this.#options.onUnauthorized()
      if (this.#running) this.#reconnect()
    }
    socket.onclose = event => onEnd(event.code)
    // Not every WebSocket also closes after a failed upgrade.
    socket.onerror = () => {
      if (!opened) onEnd(1006)
    }
  }

  #reconnect(): void {
    this.#become('reconnecting')
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#connect(), this.#options.pause(this.#attempt))
    this.#attempt += 1
  }

  /** Drops the current connection, and closes it with `code` if it is open. */
  #forget(code: number | null): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#watch)
    const socket = this.#socket
    this.#socket = null
    if (socket && code !== null) socket.close(code)
  }

  #become(connection: Connection): void {
    if (connection === this.#connection) return
    this.#connection = connection
    this.#options.onConnection(connection)
  }
}

/** The server checks its frames against their schemas. null for invalid JSON, and for types that a later version adds. */
function parseFrame(data: unknown): ServerFrame | null {
  if (typeof data !== 'string') return null
  try {
    const frame = JSON.parse(data) as ServerFrame | null
    return frame && ['message', 'typing', 'error'].includes(frame.type) ? frame : null
  } catch {
    return null
  }
}
