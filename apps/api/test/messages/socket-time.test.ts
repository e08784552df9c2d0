import { AUTH_WITHIN_MS, PING_EVERY_MS } from '@barkyard/domain/socket'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { testApp } from '../app.ts'
import { openChat, openSocket } from '../chats.ts'
import { signUp } from '../client.ts'
import { Chat } from '../socket.ts'

// Before the app is created, so that the test controls its clocks.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterAll(() => {
  vi.useRealTimers()
})
const app = testApp()

const once = (socket: WebSocket, event: 'ping' | 'close') => new Promise(resolve => socket.once(event, resolve))

test('a socket without auth is closed with 4401 after 10 s, not earlier, and one with auth stays open', async () => {
  const person = await signUp(app.url)
  const silent = await openSocket(person)
  const chat = await openChat(person)
  await Promise.all([silent.answered(), chat.answered()])
  vi.advanceTimersByTime(AUTH_WITHIN_MS - 10)
  await silent.answered()
  vi.advanceTimersByTime(20)
  expect((await silent.closed).code).toBe(4401)
  await chat.answered()
})

test('an idle socket is pinged every 30 s, and one that does not answer is cut', async () => {
  const person = await signUp(app.url)
  const chat = await openChat(person)
  const dead = new Chat(
    new WebSocket(`${app.url.replace('http', 'ws')}/ws`, { headers: { cookie: person.cookie ?? '' }, autoPong: false }),
  )
  await new Promise(resolve => dead.socket.once('open', resolve))
  dead.send({ type: 'auth', userId: person.user.id })
  await Promise.all([dead.answered(), chat.answered()])
  const pings = Promise.all([once(chat.socket, 'ping'), once(dead.socket, 'ping')])
  vi.advanceTimersByTime(PING_EVERY_MS)
  await pings
  // The pong went out before this frame, so the server has it when it answers.
  await chat.answered()
  const again = once(chat.socket, 'ping')
  vi.advanceTimersByTime(PING_EVERY_MS)
  await again
  expect((await dead.closed).code).toBe(1006)
  expect(chat.socket.readyState).toBe(WebSocket.OPEN)
})

test('a stopping server stores received messages and then closes its sockets with 1001', async () => {
  const person = await signUp(app.url)
  const chat = await openChat(person)
  const silent = await openSocket(person)
  await chat.answered()
  const closing = app.server.close()
  expect((await chat.closed).code).toBe(1001)
  expect((await silent.closed).code).toBe(1001)
  await closing
})
