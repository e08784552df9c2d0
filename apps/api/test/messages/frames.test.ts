import { once } from 'node:events'
import { SOCKETS_PER_USER } from '@barkyard/domain/socket'
import { until } from '@barkyard/postgres/testing/until'
import { describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { testApp } from '../app.ts'
import { connectTo } from '../attacks/raw.ts'
import { openChat, openSocket } from '../chats.ts'
import { type Person, signUp } from '../client.ts'
import { stoppedClock } from '../limits.ts'

const later = stoppedClock()

const app = testApp({ RATE_LIMIT: '1' })

interface Answer {
  id: number | null
  error?: { message: string; data: { code: string } }
}

/** A hand-made tRPC socket. */
async function openTrpc(person: Person) {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/trpc`, {
    headers: { cookie: person.cookie ?? '' },
  })
  const answers: Answer[] = []
  socket.on('message', data => answers.push(JSON.parse(data.toString()) as Answer))
  await once(socket, 'open')
  const codes = () => answers.map(({ error }) => error?.data.code)
  return { socket, answers, codes, send: (frame: unknown) => socket.send(JSON.stringify(frame)) }
}
const tooMany = (codes: (string | undefined)[]) => codes.filter(code => code === 'TOO_MANY_REQUESTS').length

describe('frames of the chat', () => {
  test('are limited to 100 at once and 20 a second, whatever they contain', async () => {
    const chat = await openSocket(await signUp(app.url))
    const refused = () => chat.errors.filter(({ message }) => message.startsWith('Too many frames')).length
    const send = async (frames: number) => {
      const before = chat.frames.length
      for (let n = 0; n < frames; n++) chat.send(n % 2 ? '?' : Buffer.from([1]))
      await chat.until(({ frames: received }) => received.length === before + frames)
    }
    await send(105)
    expect(refused()).toBe(5)
    later(1)
    await send(25)
    expect(refused()).toBe(10)
  })

  test('300 beyond that within a minute close the socket, and nothing after them is read', async () => {
    const person = await signUp(app.url)
    const chat = await openSocket(person)
    for (let n = 0; n < 600; n++) chat.send('?')
    expect((await chat.closed).code).toBe(1008)
    expect(chat.errors.filter(({ message }) => message.startsWith('Too many frames'))).toHaveLength(301)
    expect(chat.frames.length).toBeLessThanOrEqual(100 + 301)
    // A new socket does not get another 300 frames, but it can be used normally.
    const next = await openChat(person)
    for (let n = 0; n < 98; n++) next.send('?')
    await next.until(({ frames }) => frames.length === 98)
    for (let n = 0; n < 10; n++) next.send('?')
    expect((await next.closed).code).toBe(1008)
    // So do pongs that nobody asked for.
    const pongs = await openSocket(await signUp(app.url))
    for (let n = 0; n < 500; n++) pongs.socket.pong()
    expect((await pongs.closed).code).toBe(1008)
  })
})

describe('frames of tRPC', () => {
  // Side by side: the server waits two seconds for the other end to close too.
  test.concurrent.each([
    ['unknown calls', { id: 1, method: 'query', params: { path: 'nothing' } }],
    ['stops of nothing', { id: 1, method: 'subscription.stop' }],
    ['nonsense', {}],
    ['numbers', 1],
  ])('%s count like any other: 100 at once, 300 more close the socket', async (_, frame) => {
    const { socket, send, codes } = await openTrpc(await signUp(app.url))
    for (let n = 0; n < 600; n++) send(frame)
    const [code] = await once(socket, 'close')
    expect(code).toBe(1008)
    expect(tooMany(codes())).toBe(301)
  })

  test('a frame holds at most 20 calls, and is not nested deeply', async () => {
    const { socket, send, answers } = await openTrpc(await signUp(app.url))
    const calls = (many: number) =>
      Array.from({ length: many }, (_, id) => ({ id, method: 'query', params: { path: 'nothing' } }))
    send(calls(200))
    await until(() => answers.length, 20)
    expect(answers[0]?.error?.message).toBe('A frame holds at most 20 calls')
    send(calls(20))
    await until(() => answers.length, 40)
    expect(answers.at(-1)?.error?.data.code).toBe('NOT_FOUND')
    socket.send(`${'['.repeat(8_000)}${']'.repeat(8_000)}`)
    await until(() => answers.length, 41)
    expect(answers.at(-1)?.error?.message).toBe('This JSON is nested too deeply')
    socket.terminate()
  })

  test('each call counts, including stops and unknown ones', async () => {
    const person = await signUp(app.url)
    const { socket, send, answers, codes } = await openTrpc(person)
    const frame = Array.from({ length: 20 }, (_, id) =>
      id % 2 ? { id, method: 'subscription.stop' } : { id, method: 'query', params: { path: 'nothing' } },
    )
    // The upgrade counted as a call too, so the last frame has one call too many.
    for (let n = 0; n < 60; n++) send(frame)
    await until(() => answers.length, 59 * 10 + 20)
    expect(tooMany(codes())).toBe(20)
    expect((await person.get('/api/my-dogs')).status).toBe(429)
    socket.terminate()
    later(61)
  })
})

describe('places', () => {
  const upgradeOf = ({ cookie }: Person, path: string, key: string) => {
    const head = ['Host: x', 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13']
    return [`GET ${path} HTTP/1.1`, ...head, `Sec-WebSocket-Key: ${key}`, `Cookie: ${cookie}`, '', ''].join('\r\n')
  }
  const KEY = Buffer.alloc(16).toString('base64')

  /** Sends a number of upgrades at once. @returns the status of each and the connections. */
  async function upgradeAtOnce(person: Person, path: string, times: number, key = KEY) {
    const sockets = await Promise.all(Array.from({ length: times }, () => connectTo(app.url)))
    const answers = sockets.map(socket => once(socket, 'data'))
    for (const socket of sockets) socket.write(upgradeOf(person, path, key))
    const statuses = (await Promise.all(answers)).map(([data]) => Number(String(data).split(' ')[1]))
    return { sockets, statuses }
  }

  test.each(['/ws', '/api/trpc'])(
    'of a user at %s are limited to 20, even for 100 simultaneous upgrades',
    async path => {
      const person = await signUp(app.url)
      // The user is read from the database, and all upgrades wait for that together.
      later(3)
      const { sockets, statuses } = await upgradeAtOnce(person, path, 100)
      expect(statuses.filter(status => status === 101)).toHaveLength(SOCKETS_PER_USER)
      expect(statuses.filter(status => status === 429)).toHaveLength(100 - SOCKETS_PER_USER)
      for (const socket of sockets) socket.destroy()
      // Each connection that was counted is given back.
      await until(async () => {
        const again = await upgradeAtOnce(person, path, 1)
        again.sockets[0]?.destroy()
        return again.statuses[0]
      }, 101)
    },
  )

  test('are given back if an upgrade fails', async () => {
    const person = await signUp(app.url)
    const failed = await upgradeAtOnce(person, '/ws', 25, 'no key')
    expect(failed.statuses).toContain(400)
    expect(failed.statuses).not.toContain(101)
    for (let n = 0; n < 25; n++) expect((await person.get('/ws')).status).toBe(404)
    const refused = async () => {
      const chats = await Promise.allSettled(Array.from({ length: SOCKETS_PER_USER }, () => openSocket(person)))
      for (const chat of chats) if (chat.status === 'fulfilled') chat.value.socket.terminate()
      return chats.filter(({ status }) => status === 'rejected').length
    }
    await until(refused, 0)
  })
})
