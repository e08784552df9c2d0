import type { Message } from '@barkyard/domain/schemas/message'
import { serverFrameSchema } from '@barkyard/domain/schemas/socket'
import { FRAME_MAX_BYTES } from '@barkyard/domain/socket'
import { beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { testApp } from '../app.ts'
import { annAndBob, anotherBrowser, createDog, type Person, signUp } from '../client.ts'
import { expectShape } from '../shape.ts'
import { type Chat, listeningChat, openChat, openSocket } from '../socket.ts'

const app = testApp()

let ann: Person
let bob: Person
let ada: string
let bo: string
let matchId: string

beforeAll(async () => {
  ;({ ann, bob, ada, bo, matchId } = await annAndBob(app.url))
})

const message = (body: string, clientId?: string) => ({ type: 'message', matchId, senderDogId: ada, body, clientId })
const stored = async () => (await ann.get<Message[]>(`/api/messages/${matchId}?limit=500`)).body
const cookieOf = (person: Person) => ({ cookie: person.cookie ?? '' })
const bodies = (chat: Chat) => chat.messages.map(({ body }) => body)

describe('the upgrade', () => {
  test('requires our own origin if one is sent', async () => {
    for (const origin of ['https://evil.test', 'null', app.url.replace('http', 'https'), 'http://127.0.0.1:1'])
      await expect(openSocket(app.url, { ...cookieOf(ann), origin })).rejects.toThrow('403')
    for (const origin of [app.url, 'http://localhost:3000'])
      (await openSocket(app.url, { ...cookieOf(ann), origin })).socket.terminate()
  })
})

describe('auth', () => {
  test('as another user is an error and 4401, and messages after it are not stored', async () => {
    const chat = await openSocket(app.url, cookieOf(ann))
    chat.send({ type: 'auth', userId: bob.user.id })
    chat.send(message('too late'))
    expect((await chat.closed).code).toBe(4401)
    expect(chat.errors).toHaveLength(1)
    expect((await stored()).map(({ body }) => body)).not.toContain('too late')
  })

  test.each([{}, { userId: null }, { userId: 7 }])('with %j instead of a user is an error and 4401', async user => {
    const chat = await openSocket(app.url, cookieOf(ann))
    // A socket that has authenticated is not closed after 10 seconds.
    chat.send({ type: 'auth', userId: ann.user.id })
    chat.send({ type: 'auth', ...user })
    expect((await chat.closed).code).toBe(4401)
    expect(chat.errors).toHaveLength(1)
  })

  test('is required first: a message without it is an error, and the socket stays open', async () => {
    const chat = await openSocket(app.url, cookieOf(ann))
    chat.send(message('early', 'early-1'))
    await chat.until(({ errors }) => errors.length === 1)
    expect(chat.errors[0]).toMatchObject({ clientId: 'early-1' })
    chat.send({ type: 'auth', userId: ann.user.id })
    chat.send(message('after auth'))
    await chat.until(({ messages }) => messages.length === 1)
    expect(bodies(chat)).toEqual(['after auth'])
    chat.socket.terminate()
  })

  test('is required to receive anything; then comes what was stored since the socket opened', async () => {
    const silent = await openSocket(app.url, cookieOf(bob))
    const chat = await openChat(ann)
    chat.send(message('who hears this?'))
    await chat.until(({ messages }) => messages.length === 1)
    // The answer to a later frame shows that nothing was sent before it.
    await silent.answered()
    expect(silent.messages).toEqual([])
    silent.send({ type: 'auth', userId: bob.user.id })
    await silent.until(({ messages }) => messages.length === 1)
    expect(bodies(silent)).toEqual(['who hears this?'])
    for (const { socket } of [silent, chat]) socket.terminate()
  })

  test('can be followed at once by twenty messages, which are stored and delivered once, in order', async () => {
    const before = (await stored()).length
    const listener = await openChat(bob)
    const chat = await openSocket(app.url, cookieOf(ann))
    const sent = Array.from({ length: 20 }, (_, n) => `woof ${n}`)
    chat.send({ type: 'auth', userId: ann.user.id })
    for (const body of sent) chat.send(message(body, `twenty ${body}`))
    await Promise.all([chat, listener].map(one => one.until(({ messages }) => messages.length >= 20)))
    expect(bodies(chat)).toEqual(sent)
    expect(bodies(listener)).toEqual(sent)
    expect(listener.messages.map(({ seq }) => seq)).toEqual(sent.map((_, n) => before + n + 1))
    expect((await stored()).slice(before).map(({ body }) => body)).toEqual(sent)
    for (const { socket } of [listener, chat]) socket.terminate()
  })
})

describe('a message', () => {
  test('is delivered to all sockets of both owners, whichever dog they act as, and to nobody else', async () => {
    const second = await createDog(bob, { name: 'Second' })
    await bob.post('/api/active-dog', { dogId: second.id })
    const stranger = await openChat(await signUp(app.url))
    const chats = await Promise.all([ann, ann, bob, bob].map(listeningChat))
    chats[0]?.send(message('  kept as sent \n', 'mine'))
    await Promise.all(chats.map(chat => chat.until(({ messages }) => messages.length === 1)))
    for (const chat of chats) for (const frame of chat.frames) expectShape(serverFrameSchema, frame)
    expect(chats.map(chat => chat.messages[0]?.clientId)).toEqual(['mine', 'mine', undefined, undefined])
    const last = (await stored()).at(-1)
    expect(last?.body).toBe('  kept as sent \n')
    expect(chats[2]?.messages[0]).toEqual(last)
    await stranger.answered()
    expect(stranger.messages).toEqual([])
    await bob.post('/api/active-dog', { dogId: bo })
    for (const { socket } of [...chats, stranger]) socket.terminate()
  })

  test.each([
    ['an empty body', { body: '' }],
    ['white space', { body: ' \n\t ' }],
    ['4,001 characters', { body: 'a'.repeat(4001) }],
    ['NUL', { body: 'a\0b' }],
    ['half a character', { body: 'a\ud83d' }],
    ['no body', { body: undefined }],
    ['a number', { body: 7 }],
    ["the other owner's dog", { senderDogId: 'bo' }],
    ['no dog', { senderDogId: 'nobody' }],
    ['no match', { matchId: 'no-match' }],
    ['an unknown type', { type: 'shout' }],
  ])('with %s is an error that names the clientId', async (_, changes) => {
    const before = await stored()
    const chat = await openChat(ann)
    const changed = { ...message('fine', 'refused'), ...changes }
    chat.send(changed.senderDogId === 'bo' ? { ...changed, senderDogId: bo } : changed)
    await chat.until(({ frames }) => frames.length === 1)
    expect(chat.errors).toMatchObject([{ clientId: 'refused', message: expect.stringMatching(/\w/) }])
    expectShape(serverFrameSchema, chat.frames[0])
    expect(await stored()).toEqual(before)
    chat.socket.terminate()
  })

  test('from an own dog that is not the acting one is an error', async () => {
    const second = await createDog(ann, { name: 'Second' })
    const chat = await openChat(ann)
    chat.send({ ...message('from the wrong one'), senderDogId: second.id })
    await chat.until(({ errors }) => errors.length === 1)
    await ann.post('/api/active-dog', { dogId: second.id })
    chat.send(message('no longer Ada', 'x'))
    await chat.until(({ errors }) => errors.length === 2)
    await ann.post('/api/active-dog', { dogId: ada })
    chat.send(message('Ada again'))
    await chat.until(({ messages }) => messages.length === 1)
    chat.socket.terminate()
  })

  test('comes from the dog that the upgrade named in X-Dog, whichever one is active, while it is an own one', async () => {
    const second = await createDog(ann, { name: 'Third' })
    const asSecond = { ...cookieOf(ann), 'x-dog': second.id }
    const { body } = await ann.send<{ matchId: string }>('POST', '/api/bark', { toDogId: bo }, asSecond)
    const chat = await openSocket(app.url, asSecond)
    chat.send({ type: 'auth', userId: ann.user.id })
    const named = { ...message('as named'), matchId: body.matchId, senderDogId: second.id }
    chat.send(named)
    await chat.until(({ messages }) => messages.length === 1)
    chat.send(message('as the active one', 'active'))
    await chat.until(({ errors }) => errors.length === 1)
    await ann.delete(`/api/dogs/${second.id}`)
    chat.send({ ...named, clientId: 'deleted' })
    await chat.until(({ errors }) => errors.length === 2)
    expect(chat.errors).toMatchObject([{ clientId: 'active' }, { clientId: 'deleted', message: 'Dog not found' }])
    chat.socket.terminate()
  })

  test.each(['', 'x'.repeat(65), 'a\0b', 'a\ud83d', 7])(
    'with the clientId %j is an error, and nothing is stored',
    async clientId => {
      const before = await stored()
      const chat = await openChat(ann)
      chat.send({ ...message('hello'), clientId })
      await chat.until(({ frames }) => frames.length === 1)
      expect(chat.errors).toHaveLength(1)
      expect(chat.errors[0]?.message).not.toBe('Something went wrong')
      expect(chat.errors[0]).not.toHaveProperty('clientId', '')
      expect(await stored()).toEqual(before)
      chat.socket.terminate()
    },
  )

  test('of 4,000 characters with a clientId of 64 is stored', async () => {
    const chat = await openChat(ann)
    chat.send(message('🐕'.repeat(4000), 'x'.repeat(64)))
    await chat.until(({ messages }) => messages.length === 1)
    expect((await stored()).at(-1)?.body).toBe('🐕'.repeat(4000))
    chat.socket.terminate()
  })
})

describe('frames', () => {
  test.each([
    ['bad JSON', '{"type":'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number', '7'],
    ['no type', '{}'],
    ['binary', Buffer.from(JSON.stringify({ type: 'auth', userId: 'x' }))],
  ])('of %s are an error, and the socket stays open', async (_, frame) => {
    const chat = await openChat(ann)
    chat.send(frame)
    chat.send(message('still here'))
    await chat.until(({ frames }) => frames.length === 2)
    expect([chat.errors.length, bodies(chat)]).toEqual([1, ['still here']])
    chat.socket.terminate()
  })

  test('of 16 KiB are accepted, and larger ones close the socket with 1009', async () => {
    const chat = await openChat(ann)
    const rest = JSON.stringify(message('')).length
    chat.send(message(`a${' '.repeat(FRAME_MAX_BYTES - rest - 1)}`))
    await chat.until(({ messages }) => messages.length === 1)
    chat.send(message(`a${' '.repeat(FRAME_MAX_BYTES - rest)}`))
    expect((await chat.closed).code).toBe(1009)
  })
})

describe('open sockets', () => {
  test('close with 4401 when their session signs out; those of other sessions stay', async () => {
    const person = await signUp(app.url)
    const [chat, other] = [await listeningChat(person), await listeningChat(await anotherBrowser(person))]
    await person.get('/api/logout')
    expect((await chat.closed).code).toBe(4401)
    await other.answered()
    expect(other.socket.readyState).toBe(WebSocket.OPEN)
    other.socket.terminate()
  })
})
