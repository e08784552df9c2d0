import { createTRPCClient } from '@trpc/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { networkLinks } from './network-links.ts'

/** A socket whose other end is the test. */
class Socket extends EventTarget {
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  static all: Socket[] = []
  readyState = 0
  heard: string[] = []

  constructor() {
    super()
    Socket.all.push(this)
    setTimeout(() => {
      this.readyState = Socket.OPEN
      this.dispatchEvent(new Event('open'))
    })
  }
  send(frame: string) {
    this.heard.push(frame)
  }
  say(data: string) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  close() {
    this.readyState = Socket.CLOSED
    this.dispatchEvent(new Event('close'))
  }
}

test('a connection is kept while its answers take seconds, and opened anew when there are none', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { protocol: 'https:', host: 'barkyard.test' })
  vi.stubGlobal('WebSocket', Socket)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  const client = createTRPCClient({ links: networkLinks(() => undefined) })
  const { unsubscribe } = client.live.events.subscribe(undefined, {})
  await vi.advanceTimersByTimeAsync(100)
  const [first] = Socket.all
  for (let pings = 1; pings <= 3; pings++) {
    await vi.advanceTimersByTimeAsync(10_000)
    expect(first?.heard.filter(frame => frame === 'PING')).toHaveLength(pings)
    await vi.advanceTimersByTimeAsync(5_000)
    first?.say('PONG')
  }
  expect(Socket.all).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(Socket.all).toHaveLength(2)
  unsubscribe()
})
