import type { Message } from '@barkyard/domain/schemas/message'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { listeningChat as listening, openChat } from '../chats.ts'
import { annAndBob, ownerWithDog, type Person } from '../client.ts'

const app = testApp()

let ann: Person
let bob: Person
let ada: string
let matchId: string

beforeAll(async () => {
  ;({ ann, bob, ada, matchId } = await annAndBob(app.url))
})

const stored = async (match = matchId) => (await ann.get<Message[]>(`/api/messages/${match}?limit=500`)).body

const message = (clientId: string, body = clientId) => ({
  type: 'message',
  matchId,
  senderDogId: ada,
  body,
  clientId,
})

test('a message sent again under its clientId is stored once, and confirmed each time', async () => {
  const [chat, other] = [await listening(ann), await listening(bob)]
  for (let n = 0; n < 3; n++) chat.send(message('again'))
  chat.send(message('then'))
  await chat.until(({ messages }) => messages.length === 4)
  await other.until(({ messages }) => messages.length === 2)
  expect(new Set(chat.messages.map(({ id }) => id)).size).toBe(2)
  expect(chat.messages.every(({ clientId }) => clientId !== undefined)).toBe(true)
  expect(other.messages.map(({ body }) => body)).toEqual(['again', 'then'])
  expect((await stored()).filter(({ body }) => body === 'again')).toHaveLength(1)
})

test('so is one that is sent again from another socket after a lost one, with the first text', async () => {
  const first = await openChat(ann)
  first.send(message('lost', 'the first text'))
  await first.until(({ messages }) => messages.length === 1)
  const second = await openChat(ann)
  second.send(message('lost', 'another text'))
  await second.until(({ messages }) => messages.length === 1)
  expect(second.messages[0]).toEqual(first.messages[0])
  expect((await stored()).filter(({ body }) => body.endsWith(' text'))).toHaveLength(1)
})

test('so is one in many matches at once, with a confirmation to each sender and no error', async () => {
  const matches = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { dog } = await ownerWithDog(app.url)
      return (await ann.post<{ matchId: string }>('/api/bark', { toDogId: dog.id })).body.matchId
    }),
  )
  const chats = await Promise.all(matches.map(() => listening(ann)))
  for (let round = 0; round < 10; round++) {
    const clientId = `round ${round}`
    for (const [index, match] of matches.entries()) chats[index]?.send({ ...message(clientId), matchId: match })
    await Promise.all(chats.map(chat => chat.until(({ messages }) => messages.some(one => one.clientId === clientId))))
    expect(chats.flatMap(chat => chat.errors)).toEqual([])
    const found = (await Promise.all(matches.map(match => stored(match))))
      .flat()
      .filter(({ body }) => body === clientId)
    expect(found).toHaveLength(1)
  }
})
