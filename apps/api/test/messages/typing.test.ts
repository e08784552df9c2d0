import { serverFrameSchema } from '@barkyard/domain/schemas/socket'
import { until } from '@barkyard/postgres/testing/until'
import { expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { NOBODY } from '../calls.ts'
import { openChat } from '../chats.ts'
import { annAndBob, ownerWithDog, type Person } from '../client.ts'
import { stoppedClock } from '../limits.ts'
import { decide, reportingTo } from '../reports.ts'
import { expectShape } from '../shape.ts'
import type { Chat } from '../socket.ts'

const later = stoppedClock()
/** How often the database was asked who sees that somebody types. */
let asked = 0
const onStatement = ({ sql }: { sql: string }) => {
  if (sql.includes('JOIN dogs typing')) asked++
}
const app = testApp({}, { onStatement })

/** A socket that is ready. */
async function ready(person: Person): Promise<Chat> {
  const chat = await openChat(person)
  await chat.answered()
  return chat
}

/** Says that the socket's user types. Resolves when all that this causes has left the server. @param isAsked whether it is looked up. */
async function type(chat: Chat, matchId: string, isAsked = true): Promise<void> {
  const before = asked
  chat.send({ type: 'typing', matchId })
  await chat.answered()
  if (isAsked)
    await until(
      () => asked,
      count => count > before,
    )
  expect(asked - before).toBe(Number(isAsked))
}

async function heard(chat: Chat) {
  await chat.answered()
  return chat.frames.filter(frame => frame.type === 'typing')
}

/** Ann and Bob, whose dogs have both written, with an open chat each. */
async function bothWrote() {
  const yard = await annAndBob(app.url)
  await yard.bob.post(`/api/messages/${yard.matchId}`, { body: 'woof' })
  return { ...yard, annsChat: await ready(yard.ann), bobsChat: await ready(yard.bob) }
}
type Yard = Awaited<ReturnType<typeof bothWrote>>

test('typing reaches every socket of the other owner and nobody else, where one has a match, and nothing is stored', async () => {
  const { bob, ada, matchId, annsChat, bobsChat } = await bothWrote()
  const [second, stranger] = [await ready(bob), await ready((await ownerWithDog(app.url)).owner)]
  for (const id of [matchId, NOBODY, 'no-match']) await type(stranger, id)
  await type(annsChat, matchId)
  for (const chat of [bobsChat, second]) {
    expect(await heard(chat)).toEqual([{ type: 'typing', matchId, dogId: ada }])
    for (const frame of chat.frames) expectShape(serverFrameSchema, frame)
  }
  for (const chat of [annsChat, stranger]) expect(await heard(chat)).toEqual([])
  for (const { message } of [...annsChat.errors, ...stranger.errors]) expect(message).toBe('Frames are JSON text')
  expect((await bob.get<unknown[]>(`/api/messages/${matchId}`)).body).toHaveLength(2)
})

test('is told once in 3 seconds for a dog and match, over all its sockets; what comes sooner is no error', async () => {
  const { ann, bo, matchId, annsChat, bobsChat } = await bothWrote()
  await type(annsChat, matchId)
  await type(annsChat, matchId, false)
  await type(await ready(ann), matchId, false)
  expect(await heard(bobsChat)).toHaveLength(1)
  await type(bobsChat, matchId)
  expect(await heard(annsChat)).toEqual([{ type: 'typing', matchId, dogId: bo }])
  later(2.9)
  await type(annsChat, matchId, false)
  later(0.1)
  await type(annsChat, matchId)
  expect(await heard(bobsChat)).toHaveLength(2)
  expect(annsChat.errors.every(({ message }) => message === 'Frames are JSON text')).toBe(true)
})

test('is told only once both dogs have written', async () => {
  const { ann, bob, matchId } = await annAndBob(app.url)
  const [annsChat, bobsChat] = [await ready(ann), await ready(bob)]
  await type(annsChat, matchId)
  await type(bobsChat, matchId)
  for (const chat of [annsChat, bobsChat]) expect(await heard(chat)).toEqual([])
  await bob.post(`/api/messages/${matchId}`, { body: 'woof' })
  // What was not told does not count as the one in 3 seconds.
  await type(annsChat, matchId)
  expect(await heard(bobsChat)).toHaveLength(1)
})

const moderate = async (dogId: string, action: string) => {
  const { owner } = await ownerWithDog(app.url)
  const { status } = await decide(await newAdmin(app), await reportingTo(app)(owner, { dogId }), { action })
  expect(status).toBe(200)
}

test.each<[string, (yard: Yard) => Promise<unknown>]>([
  ['who is blocked', ({ bob, ada }) => bob.post('/api/blocks', { dogId: ada })],
  ['who has blocked', ({ ann, bo }) => ann.post('/api/blocks', { dogId: bo })],
  ['whose match was ended', ({ bob, matchId }) => bob.delete(`/api/matches/${matchId}`)],
  ['whose dog is hidden', ({ ada }) => moderate(ada, 'hide-dog')],
  ['who writes to a hidden dog', ({ bo }) => moderate(bo, 'hide-dog')],
  ['who hides typing', ({ ann }) => ann.patch('/api/preferences', { showTyping: false })],
  ['who writes to one that hides typing', ({ bob }) => bob.patch('/api/preferences', { showTyping: false })],
])('of one %s is not told, neither way', async (_, change) => {
  const yard = await bothWrote()
  const { matchId, annsChat, bobsChat } = yard
  const both = async () => {
    await type(annsChat, matchId)
    await type(bobsChat, matchId)
    return [await heard(annsChat), await heard(bobsChat)].map(({ length }) => length)
  }
  expect(await both()).toEqual([1, 1])
  later(3)
  await change(yard)
  expect(await both()).toEqual([1, 1])
})

test('of one who is suspended, or writes to one, is not told', async () => {
  const { bo, matchId, annsChat, bobsChat } = await bothWrote()
  await moderate(bo, 'suspend')
  expect((await bobsChat.closed).code).toBe(4403)
  await type(annsChat, matchId)
  expect([annsChat, bobsChat].flatMap(({ frames }) => frames.filter(({ type }) => type === 'typing'))).toEqual([])
})

test('a session that impersonates tells none and hears none', async () => {
  const { ada, matchId, annsChat, bobsChat } = await bothWrote()
  const admin = await newAdmin(app)
  await admin.post(`/api/admin/impersonate-dog/${ada}`)
  const adminsChat = await ready(admin)
  await type(adminsChat, matchId, false)
  expect(await heard(bobsChat)).toEqual([])
  await type(bobsChat, matchId)
  expect(await heard(annsChat)).toHaveLength(1)
  expect(await heard(adminsChat)).toEqual([])
})
