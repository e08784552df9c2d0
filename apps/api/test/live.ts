import type { LiveEvent } from '@barkyard/domain/schemas/live'
import { until } from '@barkyard/postgres/testing/until'
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client'
import { onTestFinished, vi } from 'vitest'
import WebSocket from 'ws'
import type { AppRouter } from '../src/features/index.ts'
import type { Client } from './client.ts'

/** A WebSocket that sends a cookie and optionally an Origin, like a browser. */
const socketClass = (headers: Record<string, string>) =>
  class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols, { headers })
    }
  }

/** The events of a user's page, as they arrive. */
export class Live {
  /** All events except `notifications`, which are counted because they accompany other events. */
  readonly events: LiveEvent[] = []
  bells = 0
  readonly errors: string[] = []
  readonly ws: ReturnType<typeof createWSClient>
  readonly client: ReturnType<typeof createTRPCClient<AppRouter>>
  /** Resolves once all later events are sent. */
  readonly started: Promise<void>
  readonly closed: Promise<number | undefined>

  constructor(person: Client, headers: Record<string, string> = {}) {
    let close: (code: number | undefined) => void = () => {}
    this.closed = new Promise(resolve => {
      close = resolve
    })
    // The client needs a WebSocket class, which Node 20 does not have.
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
        },
        onError: error => {
          this.errors.push(error.message)
          reject(error)
        },
      })
    })
  }

  async until(condition: (events: LiveEvent[]) => boolean): Promise<void> {
    await until(() => this.events, condition)
  }

  stop(): Promise<void> {
    return this.ws.close()
  }
}

/** A page that gets all events from now on, until the test ends. */
export async function openLive(person: Client): Promise<Live> {
  const live = new Live(person)
  onTestFinished(() => live.stop())
  await live.started
  return live
}
