import type { LiveEvent } from '@barkyard/domain/schemas/live'
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client'
import { vi } from 'vitest'
import WebSocket from 'ws'
import type { AppRouter } from '../src/root-router.ts'
import type { Client } from './client.ts'

/** A WebSocket that sends a cookie and, where told, an Origin, as a browser would. */
const socketClass = (headers: Record<string, string>) =>
  class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols, { headers })
    }
  }

/** The events that a person's page is told, as they come. */
export class Live {
  /** All but the bells, which are counted: other events bring them along. */
  readonly events: LiveEvent[] = []
  bells = 0
  readonly errors: string[] = []
  readonly ws: ReturnType<typeof createWSClient>
  readonly client: ReturnType<typeof createTRPCClient<AppRouter>>
  /** Resolves when everything that happens from then on is told. */
  readonly started: Promise<void>
  readonly closed: Promise<number | undefined>
  #wake = () => {}

  constructor(person: Client, headers: Record<string, string> = {}) {
    let close: (code: number | undefined) => void = () => {}
    this.closed = new Promise(resolve => {
      close = resolve
    })
    // What the client takes in a browser; Node 20 has none of its own.
    vi.stubGlobal('WebSocket', socketClass({ cookie: person.cookie ?? '', ...headers }))
    this.ws = createWSClient({
      url: `${person.url.replace('http', 'ws')}/api/trpc`,
      retryDelayMs: () => 60_000,
      onClose: cause => close(cause?.code),
    })
    this.client = createTRPCClient<AppRouter>({ links: [wsLink({ client: this.ws })] })
    this.started = new Promise((resolve, reject) => {
      this.client.live.events.subscribe(undefined, {
        onData: event => {
          if (event.type === 'started') {
            resolve()
            return
          }
          if (event.type === 'notifications') this.bells++
          else this.events.push(event)
          this.#wake()
        },
        onError: error => {
          this.errors.push(error.message)
          reject(error)
          this.#wake()
        },
      })
    })
  }

  async until(condition: (events: LiveEvent[]) => boolean): Promise<void> {
    while (!condition(this.events)) {
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }

  stop(): Promise<void> {
    return this.ws.close()
  }
}
