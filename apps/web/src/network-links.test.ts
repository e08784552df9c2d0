import { CLOSE_SUSPENDED } from '@barkyard/domain/socket'
import { createTRPCClient } from '@trpc/client'
import { afterEach, expect, test, vi } from 'vitest'
import { networkLinks } from './network-links.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

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
  close(code = 1000) {
    this.readyState = Socket.CLOSED
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

test('a connection is kept while its answers take seconds, and opened anew when there are none', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { protocol: 'https:', host: 'barkyard.test' })
  vi.stubGlobal('WebSocket', Socket)
  const inDoubt = vi.fn()
  const client = createTRPCClient({ links: networkLinks(inDoubt) })
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
  // One whose account is suspended is closed each time: it asks who the user is, and takes its time.
  expect(inDoubt).not.toHaveBeenCalled()
  for (let second = 1; second <= 10; second++) {
    Socket.all.at(-1)?.close(CLOSE_SUSPENDED)
    await vi.advanceTimersByTimeAsync(700)
    expect([inDoubt.mock.calls.length, Socket.all.length]).toEqual([second, second + 1])
    await vi.advanceTimersByTimeAsync(600)
  }
  unsubscribe()
})

test('what is sent again within a minute because its answer was lost is made once, and afterwards anew', async () => {
  const sent: [path: string, key: string | null][] = []
  const answers: (object | null)[] = []
  let dogId: string | null = null
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    sent.push([String(url).split(/[/?]/)[3] ?? '', new Headers(headers).get('idempotency-key')])
    dogId = new Headers(headers).get('x-dog')
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return Response.json([answer])
  })
  const client = createTRPCClient({ links: networkLinks(() => undefined) })
  const made = { result: { data: {} } }
  const refused = (reason: string) => ({ error: { code: -32_000, message: 'No', data: { reason } } })
  const keysOf = async (calls: [answer: object | null, name: string | null][]) => {
    for (const [answer, name] of calls) {
      answers.push(answer)
      const call =
        name === null ? client.searches.delete.mutate({ id: 'x' }) : client.searches.create.mutate({ name } as never)
      await call.catch(() => undefined)
    }
    return sent.splice(0).map(([, key]) => key)
  }
  const [lost, other, running, again, anew] = await keysOf([
    [null, 'a'],
    [null, 'b'],
    [refused('idempotency-key-in-use'), 'a'],
    [made, 'a'],
    [made, 'a'],
  ])
  expect(lost).toMatch(/^[\da-f]{32}$/)
  expect([running, again]).toEqual([lost, lost])
  expect(new Set([lost, other, anew]).size).toBe(3)
  // Another change of such things may have undone what was made.
  const [first, deletion, second] = await keysOf([
    [null, 'a'],
    [made, null],
    [refused('searches-full'), 'a'],
  ])
  expect(deletion).toBeNull()
  expect(second).not.toBe(first)
  // A key is of one call alone.
  answers.push(made)
  await Promise.allSettled(['a', 'b'].map(name => client.searches.create.mutate({ name } as never)))
  expect(sent.splice(0)).toEqual([['searches.create,searches.create', null]])
  // Nor has a question one.
  answers.push(made)
  await client.location.suggest.query({ query: 'Ber' }).catch(() => undefined)
  expect(sent.splice(0)).toEqual([['location.suggest', null]])
  // A call may name the dog that it acts as.
  answers.push(made)
  await client.skips.undo.mutate({ id: 'x' }, { context: { dogId: 'rex' } })
  expect([sent.splice(0), dogId]).toEqual([[['skips.undo', null]], 'rex'])
  // Who sends the same a minute later makes another one.
  vi.useFakeTimers()
  const late: (string | null)[] = []
  for (const later of [0, 59_000, 2_000]) {
    await vi.advanceTimersByTimeAsync(later)
    const keys = keysOf([[null, 'late']])
    await vi.advanceTimersByTimeAsync(10)
    late.push(...(await keys))
  }
  expect(late[1]).toBe(late[0])
  expect(late[2]).not.toBe(late[0])
})
