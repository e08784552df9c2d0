import { explore } from '@barkyard/db/testing/explore'
import type { Message } from '@barkyard/domain/schemas/message'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { testApp } from '../app.ts'
import { listeningChat as listening, openChat } from '../chats.ts'
import { annAndBob, ownerWithDog, type Person, twoMatched } from '../client.ts'

const app = testApp()

let ann: Person
let bob: Person
let ada: string
let matchId: string

beforeAll(async () => {
  ;({ ann, bob, ada, matchId } = await annAndBob(app.url))
})

const stored = async (match = matchId) => (await ann.get<Message[]>(`/api/messages/${match}?limit=500`)).body

describe('a message sent again under its clientId is stored once', () => {
  const message = (clientId: string, body = clientId) => ({
    type: 'message',
    matchId,
    senderDogId: ada,
    body,
    clientId,
  })

  test('from the same socket, and confirmed each time', async () => {
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

  test('from another socket after a lost one, with the first text', async () => {
    const first = await openChat(ann)
    first.send(message('lost', 'the first text'))
    await first.until(({ messages }) => messages.length === 1)
    const second = await openChat(ann)
    second.send(message('lost', 'another text'))
    await second.until(({ messages }) => messages.length === 1)
    expect(second.messages[0]).toEqual(first.messages[0])
    expect((await stored()).filter(({ body }) => body.endsWith(' text'))).toHaveLength(1)
  })

  test('in many matches at once, with a confirmation to each sender and no error', async () => {
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
      await Promise.all(
        chats.map(chat => chat.until(({ messages }) => messages.some(one => one.clientId === clientId))),
      )
      expect(chats.flatMap(chat => chat.errors)).toEqual([])
      const found = (await Promise.all(matches.map(match => stored(match))))
        .flat()
        .filter(({ body }) => body === clientId)
      expect(found).toHaveLength(1)
    }
  })
})

/** Keeps the process busy until the test ends, so that the database's answers arrive together and deliveries out of order show. */
function keepBusy(): void {
  const timer = setInterval(() => {
    const until = performance.now() + 15
    while (performance.now() < until);
  }, 17)
  onTestFinished(() => clearInterval(timer))
}

// Each time, the answers come in another order.
test('everybody receives all messages and barks once, without gaps', { repeats: explore(0, 2) }, async () => {
  keepBusy()
  const { first, second, matchId: match } = await twoMatched(app.url)
  const people = [
    { person: first.owner, dog: first.dog.id, otherDog: second.dog.id },
    { person: second.owner, dog: second.dog.id, otherDog: first.dog.id },
  ]
  const chats = await Promise.all([first.owner, first.owner, second.owner, second.owner].map(listening))
  const EACH = 16
  for (let n = 0; n < EACH; n++) {
    for (const [index, chat] of chats.entries()) {
      const senderDogId = people[index < 2 ? 0 : 1]?.dog
      chat.send({ type: 'message', matchId: match, senderDogId, body: `${index} ${n}`, clientId: `${index} ${n}` })
    }
    if (n % 2 === 0) {
      // Each side has written since its last bark, so the next bark adds a message.
      const sent = (n + 1) * 4 + n
      await Promise.all(chats.map(chat => chat.until(({ messages }) => messages.length >= sent)))
      await Promise.all(people.map(({ person, otherDog }) => person.post('/api/bark', { toDogId: otherDog })))
    }
  }
  const total = EACH * 4 + EACH
  await Promise.all(chats.map(chat => chat.until(({ messages }) => messages.length >= total)))
  const kept = (await first.owner.get<Message[]>(`/api/messages/${match}?limit=500`)).body
  expect(kept.map(({ seq }) => seq)).toEqual(Array.from({ length: total + 1 }, (_, n) => n + 1))
  for (const chat of chats) {
    // They may arrive in another order.
    const received = chat.messages.map(({ seq }) => seq).sort((one, other) => one - other)
    expect(received).toEqual(kept.slice(1).map(({ seq }) => seq))
    expect(chat.errors).toEqual([])
  }
  for (const [index] of chats.entries()) {
    const own = kept.filter(({ body }) => body.startsWith(`${index} `)).map(({ body }) => body)
    expect(own).toEqual(Array.from({ length: EACH }, (_, n) => `${index} ${n}`))
  }
})
