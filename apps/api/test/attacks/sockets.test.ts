import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { testApp } from '../app.ts'
import { openChat, openSocket } from '../chats.ts'
import { type Person, signUp, twoMatched } from '../client.ts'
import { connectTo } from './raw.ts'

const app = testApp()
/** The server's own ends of the sockets. */
const ends = () => [...app.server.websocketServer.clients]
const MEGABYTE = 1024 * 1024

/** A hand-made WebSocket whose client never reads. */
async function deafSocket(person: Person, path: string): Promise<Socket> {
  const socket = await connectTo(app.url)
  const key = randomBytes(16).toString('base64')
  const head = ['Host: x', 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13']
  socket.write(
    [`GET ${path} HTTP/1.1`, ...head, `Sec-WebSocket-Key: ${key}`, `Cookie: ${person.cookie}`, '', ''].join('\r\n'),
  )
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('101 Switching')
  socket.pause()
  return socket
}

/** A masked frame as clients send them. */
function frame(opcode: number, payload: Buffer, isLast = true): Buffer {
  const { length } = payload
  const head =
    length < 126
      ? Buffer.from([0, 0x80 | length])
      : length < 65536
        ? Buffer.from([0, 0x80 | 126, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([0, 0x80 | 127, 0, 0, 0, 0]), Buffer.alloc(4)])
  if (length >= 65536) head.writeUInt32BE(length, 6)
  head[0] = (isLast ? 0x80 : 0) | opcode
  // A mask of zeros leaves the payload as it is.
  return Buffer.concat([head, Buffer.alloc(4), payload])
}
const TEXT = 1
const PING = 9

/** Writes chunks until the other side closes the connection or the limit is reached. @returns whether it closed. */
async function pour(socket: Socket, chunk: Buffer, times: number): Promise<boolean> {
  let isCut = false
  const cut = new Promise<void>(resolve => {
    socket.once('close', () => {
      isCut = true
      resolve()
    })
  })
  for (let n = 0; n < times && !isCut; n++) {
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => cut), cut])
  }
  return isCut
}

describe('a client that does not read', () => {
  test.each([
    ['pings to the chat', '/ws', frame(PING, Buffer.alloc(125))],
    ['pings to the subscriptions', '/api/trpc', frame(PING, Buffer.alloc(125))],
    ['nonsense to the chat', '/ws', frame(TEXT, Buffer.from(JSON.stringify({ clientId: 'x'.repeat(64) })))],
    ['nonsense to the subscriptions', '/api/trpc', frame(TEXT, Buffer.from('{}'))],
    [
      'refused calls to the subscriptions',
      '/api/trpc',
      frame(TEXT, Buffer.from('{"id":1,"method":"query","params":{"path":"dogs.mine"}}')),
    ],
  ])('and sends %s is cut before a few megabytes of answers wait', async (_, path, one) => {
    const person = await signUp(app.url)
    const before = new Set(ends())
    const socket = await deafSocket(person, path)
    const end = ends().find(other => !before.has(other))
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, end?.bufferedAmount ?? 0)
    }, 1)
    const chunk = Buffer.concat(Array(Math.floor(65_536 / one.length)).fill(one))
    const isCut = await pour(socket, chunk, 2_000)
    clearInterval(watch)
    socket.destroy()
    expect(isCut).toBe(true)
    expect(most).toBeLessThan(3 * MEGABYTE)
  })

  test('is also cut off from other users’ messages, on both sockets, and the others are not affected', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const chat = await openChat(first.owner)
    const before = new Set(ends())
    const deaf = await deafSocket(second.owner, '/ws')
    deaf.write(frame(TEXT, Buffer.from(JSON.stringify({ type: 'auth', userId: second.owner.user.id }))))
    const deafLive = await deafSocket(second.owner, '/api/trpc')
    const subscribe = (id: number) => ({ id, method: 'subscription', params: { path: 'live.events' } })
    deafLive.write(Buffer.concat([1, 2, 3].map(id => frame(TEXT, Buffer.from(JSON.stringify(subscribe(id)))))))
    await until(() => app.services.hub.listenersOf(second.owner.user.id), 5)
    const theirs = ends().filter(end => !before.has(end))
    const event = { type: 'refresh' as const }
    const message = { id: 'x', matchId, senderDogId: first.dog.id, body: 'x'.repeat(4000), createdAt: '', seq: 1 }
    let most = 0
    for (let n = 0; n < 20_000 && theirs.some(end => end.readyState === WebSocket.OPEN); n++) {
      app.services.hub.deliver({ userIds: [second.owner.user.id], dogIds: [] }, { event: { type: 'message', message } })
      most = Math.max(most, ...theirs.map(end => end.bufferedAmount))
      if (n % 50 === 0) await new Promise(resolve => setImmediate(resolve))
    }
    expect(theirs.map(end => end.readyState === WebSocket.OPEN)).toEqual([false, false])
    expect(most).toBeLessThan(3 * MEGABYTE)
    for (const socket of [deaf, deafLive]) socket.destroy()
    app.services.hub.deliver({ userIds: [first.owner.user.id], dogIds: [] }, { event })
    chat.send({ type: 'message', matchId, senderDogId: first.dog.id, body: 'still here' })
    await chat.until(({ messages }) => messages.some(({ body }) => body === 'still here'))
  })
})

describe('floods', () => {
  test('of frames wait at the sender while the database does not answer', async () => {
    const { first, matchId } = await twoMatched(app.url)
    const chat = await openChat(first.owner)
    chat.send({ type: 'message', matchId, senderDogId: first.dog.id, body: 'before' })
    await chat.until(({ messages }) => messages.length === 1)
    const [end] = ends()
      .filter(({ readyState }) => readyState === WebSocket.OPEN)
      .slice(-1)
    const body = 'x'.repeat(3_900)
    const sent = 3_000
    await app.services.db.transaction().execute(async trx => {
      await sql`LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE`.execute(trx)
      app.services.sessions.forget([first.owner.user.id], [])
      for (let n = 0; n < sent; n++) chat.send({ type: 'message', matchId, senderDogId: first.dog.id, body })
      await until(() => end?.isPaused, true)
    })
    await chat.until(({ messages }) => messages.length === sent + 1)
    expect(end?.isPaused).toBe(false)
  })

  test('of large and endless frames close the socket (1009), even if they are fragmented', async () => {
    const person = await signUp(app.url)
    for (const path of ['/ws', '/api/trpc']) {
      const open = () =>
        new WebSocket(`${app.url.replace('http', 'ws')}${path}`, { headers: { cookie: person.cookie ?? '' } })
      const whole = open()
      await once(whole, 'open')
      whole.send('x'.repeat(MEGABYTE))
      expect((await once(whole, 'close'))[0]).toBe(1009)
      const pieces = open()
      await once(pieces, 'open')
      pieces.on('error', () => {})
      for (let n = 0; n < 2_000; n++) pieces.send('x'.repeat(512), { fin: false })
      const [code] = await once(pieces, 'close')
      expect([1006, 1009]).toContain(code)
    }
  })

  test('after a broken frame are cut, though the client does not close', async () => {
    const person = await signUp(app.url)
    const before = ends()
    const sockets = [await deafSocket(person, '/ws'), await deafSocket(person, '/api/trpc')]
    const theirs = ends().filter(end => !before.includes(end))
    expect(theirs).toHaveLength(2)
    const reserved = 3
    for (const socket of sockets) socket.write(frame(reserved, Buffer.from('x')))
    await until(() => ends().some(end => theirs.includes(end)), false)
    for (const socket of sockets) socket.destroy()
  })

  test('of compressed data are impossible, because compression is not offered', async () => {
    const chat = await openChat(await signUp(app.url))
    expect(chat.socket.extensions).toBe('')
  })

  test('of subscriptions over plain HTTP are refused', async () => {
    const person = await signUp(app.url)
    const { status, body } = await person.send<string>('GET', '/api/trpc/live.events')
    expect([status, body]).toEqual([200, expect.stringContaining('METHOD_NOT_SUPPORTED')])
    expect(app.services.hub.listenersOf(person.user.id)).toBe(0)
  })
})

test('an open socket that authenticates only after its session signed out receives nothing', async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  const chat = await openSocket(first.owner)
  const { cookie = '', user } = first.owner
  await first.owner.get('/api/logout')
  chat.send({ type: 'auth', userId: user.id })
  const writer = await openChat(second.owner)
  writer.send({ type: 'message', matchId, senderDogId: second.dog.id, body: 'a secret' })
  await writer.until(({ messages }) => messages.length === 1)
  expect((await chat.closed).code).toBe(4401)
  expect(chat.messages).toEqual([])
  await expect(openSocket(first.owner, { cookie })).rejects.toThrow('401')
})
