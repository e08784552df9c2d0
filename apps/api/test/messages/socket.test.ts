import type { Message } from '@barkyard/domain/schemas/message'
import { serverFrameSchema } from '@barkyard/domain/schemas/socket'
import { FRAME_MAX_BYTES } from '@barkyard/domain/socket'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { listeningChat, openChat, openSocket } from '../chats.ts'
import { annAndBob, createDog, type Person, signUp } from '../client.ts'
import { expectShape } from '../shape.ts'
import type { Chat } from '../socket.ts'

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
const bodies = (chat: Chat) => chat.messages.map(({ body }) => body)

test('the upgrade requires our own origin if one is sent', async () => {
  for (const origin of ['https://evil.test', 'null', app.url.replace('http', 'https'), 'http://127.0.0.1:1'])
    await expect(openSocket(ann, { origin })).rejects.toThrow('403')
  for (const origin of [app.url, 'http://localhost:3000']) await openSocket(ann, { origin })
})

describe('auth', () => {
  test('as another user, or none, is an error and 4401, and messages after it are not stored', async () => {
    for (const user of [{ userId: bob.user.id }, {}, { userId: null }, { userId: 7 }]) {
      const chat = await openSocket(ann)
      // A socket that has authenticated is not closed after 10 seconds.
      if (user.userId !== bob.user.id) chat.send({ type: 'auth', userId: ann.user.id })
      chat.send({ type: 'auth', ...user })
      chat.send(message('too late'))
      expect((await chat.closed).code).toBe(4401)
      expect(chat.errors).toHaveLength(1)
    }
    expect((await stored()).map(({ body }) => body)).not.toContain('too late')
  })

  test('is required first: what comes before it is an error, and the socket stays open', async () => {
    const chat = await openSocket(ann)
    chat.send(message('early', 'early-1'))
    chat.send({ type: 'typing', matchId })
    await chat.until(({ errors }) => errors.length === 2)
    expect(chat.errors).toMatchObject([{ clientId: 'early-1' }, { message: 'Send auth first' }])
    chat.send({ type: 'auth', userId: ann.user.id })
    chat.send(message('after auth'))
    await chat.until(({ messages }) => messages.length === 1)
    expect(bodies(chat)).toEqual(['after auth'])
  })

  test('is required to receive anything; then comes what was stored since the socket opened', async () => {
    const silent = await openSocket(bob)
    const chat = await openChat(ann)
    chat.send(message('who hears this?'))
    await chat.until(({ messages }) => messages.length === 1)
    // The answer to a later frame shows that nothing was sent before it.
    await silent.answered()
    expect(silent.messages).toEqual([])
    silent.send({ type: 'auth', userId: bob.user.id })
    await silent.until(({ messages }) => messages.length === 1)
    expect(bodies(silent)).toEqual(['who hears this?'])
  })

  test('can be followed at once by twenty messages, which are stored and delivered once, in order', async () => {
    const before = (await stored()).length
    const listener = await openChat(bob)
    const chat = await openSocket(ann)
    const sent = Array.from({ length: 20 }, (_, n) => `woof ${n}`)
    chat.send({ type: 'auth', userId: ann.user.id })
    for (const body of sent) chat.send(message(body, `twenty ${body}`))
    await Promise.all([chat, listener].map(one => one.until(({ messages }) => messages.length >= 20)))
    expect(bodies(chat)).toEqual(sent)
    expect(bodies(listener)).toEqual(sent)
    expect(listener.messages.map(({ seq }) => seq)).toEqual(sent.map((_, n) => before + n + 1))
    expect((await stored()).slice(before).map(({ body }) => body)).toEqual(sent)
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
  })

  test('with anything wrong is an error that names the clientId, and is not stored', async () => {
    const before = await stored()
    const chat = await openChat(ann)
    const wrong = [
      ...['', ' \n\t ', 'a'.repeat(4001), 'a\0b', 'a\ud83d', undefined, 7].map(body => ({ body })),
      ...[{ senderDogId: bo }, { senderDogId: 'nobody' }, { matchId: 'no-match' }, { type: 'shout' }],
    ]
    for (const [n, changes] of wrong.entries()) chat.send({ ...message('fine', `${n}`), ...changes })
    await chat.until(({ frames }) => frames.length === wrong.length)
    expect(chat.errors.map(({ clientId }) => clientId).sort()).toEqual(wrong.map((_, n) => `${n}`).sort())
    for (const frame of chat.frames) expectShape(serverFrameSchema, frame)
    for (const clientId of ['', 'x'.repeat(65), 'a\0b', 'a\ud83d', 7]) chat.send({ ...message('hello'), clientId })
    await chat.until(({ frames }) => frames.length === wrong.length + 5)
    expect(chat.errors).toHaveLength(wrong.length + 5)
    for (const error of chat.errors) {
      expect(error.message).not.toMatch(/^$|Something went wrong/)
      expect(error).not.toHaveProperty('clientId', '')
    }
    expect(await stored()).toEqual(before)
  })

  test('comes from the acting dog, or the own one that the upgrade named in X-Dog, whichever is active', async () => {
    const second = await createDog(ann, { name: 'Second' })
    const asSecond = { 'x-dog': second.id }
    const { body } = await ann.send<{ matchId: string }>('POST', '/api/bark', { toDogId: bo }, asSecond)
    const seconds = { ...message('as named'), matchId: body.matchId, senderDogId: second.id }
    const [chat, named] = [await openChat(ann), await openSocket(ann, asSecond)]
    named.send({ type: 'auth', userId: ann.user.id })
    chat.send({ ...seconds, clientId: 'not acting' })
    await chat.until(({ errors }) => errors.length === 1)
    named.send(seconds)
    await named.until(({ messages }) => messages.length === 1)
    named.send(message('as the active one', 'active'))
    await named.until(({ errors }) => errors.length === 1)
    await ann.post('/api/active-dog', { dogId: second.id })
    chat.send(message('no longer Ada', 'no longer'))
    await chat.until(({ errors }) => errors.length === 2)
    await ann.post('/api/active-dog', { dogId: ada })
    chat.send(message('Ada again'))
    await chat.until(({ messages }) => messages.some(one => one.body === 'Ada again'))
    await ann.delete(`/api/dogs/${second.id}`)
    named.send({ ...seconds, clientId: 'deleted' })
    await named.until(({ errors }) => errors.length === 2)
    expect(chat.errors).toMatchObject([{ clientId: 'not acting' }, { clientId: 'no longer' }])
    expect(named.errors).toMatchObject([{ clientId: 'active' }, { clientId: 'deleted', message: 'Dog not found' }])
  })
})

test('frames that say nothing are an error each, and the socket stays open', async () => {
  const chat = await openChat(ann)
  const binary = Buffer.from(JSON.stringify({ type: 'auth', userId: 'x' }))
  for (const frame of ['{"type":', '', 'null', '[]', '7', '{}', binary]) chat.send(frame)
  chat.send(message('still here'))
  await chat.until(({ messages }) => messages.length === 1)
  expect([chat.errors.length, bodies(chat)]).toEqual([7, ['still here']])
})

test('frames of 16 KiB and 4,000 characters are accepted, and larger ones close the socket with 1009', async () => {
  const chat = await openChat(ann)
  chat.send(message('🐕'.repeat(4000), 'x'.repeat(64)))
  await chat.until(({ messages }) => messages.length === 1)
  expect((await stored()).at(-1)?.body).toBe('🐕'.repeat(4000))
  const rest = JSON.stringify(message('')).length
  chat.send(message(`a${' '.repeat(FRAME_MAX_BYTES - rest - 1)}`))
  await chat.until(({ messages }) => messages.length === 2)
  chat.send(message(`a${' '.repeat(FRAME_MAX_BYTES - rest)}`))
  expect((await chat.closed).code).toBe(1009)
})
