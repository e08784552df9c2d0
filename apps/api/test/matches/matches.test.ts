import { inTransaction } from '@barkyard/db/open'
import { storeMessages } from '@barkyard/db/queries/messages/messages'
import { type Match, matchSchema, type UnreadByDog } from '@barkyard/domain/schemas/match'
import { type Message, messageSchema } from '@barkyard/domain/schemas/message'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { openChat } from '../chats.ts'
import { createDog, ownerWithDog, type Person, twoMatched } from '../client.ts'
import { expectError, expectShape } from '../shape.ts'

const app = testApp()

const bark = (person: Person, toDogId: string) => person.post<{ matchId: string }>('/api/bark', { toDogId })
const matchesOf = async (person: Person) => (await person.get<Match[]>('/api/matches')).body
const newCount = async (person: Person) => (await person.get<{ count: number }>('/api/barks/new-count')).body.count
const sumOfRows = async (person: Person) => (await matchesOf(person)).reduce((sum, match) => sum + match.unreadCount, 0)

async function say(person: Person, dogId: string, matchId: string, ...bodies: string[]): Promise<void> {
  const chat = await openChat(person)
  for (const body of bodies) chat.send({ type: 'message', matchId, senderDogId: dogId, body })
  await chat.until(({ messages }) => messages.filter(({ body }) => bodies.includes(body)).length === bodies.length)
}

const twoOwners = async () => [await ownerWithDog(app.url), await ownerWithDog(app.url)] as const

describe('a bark', () => {
  test('creates the only match of two dogs and adds a message, whichever dog barks', async () => {
    const [{ owner: ann, dog: ada }, { owner: bob, dog: bo }] = await twoOwners()
    const first = await bark(ann, bo.id)
    expect(first.status).toBe(200)
    expect((await bark(bob, ada.id)).body).toEqual(first.body)
    expect((await bark(ann, bo.id)).body).toEqual(first.body)
    const { matchId } = first.body
    const messages = (await ann.get<Message[]>(`/api/messages/${matchId}`)).body
    expect(messages.map(({ seq, senderDogId, body }) => [seq, senderDogId, body])).toEqual([
      [1, ada.id, 'Woof! 🐕'],
      [2, bo.id, 'Woof! 🐕'],
      [3, ada.id, 'Woof! 🐕'],
    ])
    for (const message of messages) expectShape(messageSchema, message)
    const [annsMatch] = await matchesOf(ann)
    const [bobsMatch] = await matchesOf(bob)
    expectShape(matchSchema, annsMatch)
    expect(annsMatch).toMatchObject({ id: matchId, otherDog: { id: bo.id }, unreadCount: 1, lastMessage: messages[2] })
    expect(bobsMatch).toMatchObject({ id: matchId, otherDog: { id: ada.id }, unreadCount: 2, lastMessage: messages[2] })
    expect([annsMatch?.dogAId, annsMatch?.dogBId].sort()).toEqual([ada.id, bo.id].sort())
    expect([bobsMatch?.dogAId, bobsMatch?.dogBId]).toEqual([annsMatch?.dogAId, annsMatch?.dogBId])
    expect((await ann.get(`/api/matches/${matchId}`)).body).toEqual(annsMatch)
  })

  test('without an answer is not repeated within a day, and is told of whoever barked or wrote', async () => {
    const [one, two] = await twoOwners()
    const { matchId } = (await bark(one.owner, two.dog.id)).body
    const senders = async () =>
      (await one.owner.get<Message[]>(`/api/messages/${matchId}?limit=500`)).body.map(({ senderDogId }) => senderDogId)
    const barked = async () => Promise.all([one, two].map(async ({ owner }) => (await matchesOf(owner))[0]?.barked))
    expect(await bark(one.owner, two.dog.id)).toMatchObject({ status: 200, body: { matchId } })
    await say(one.owner, one.dog.id, matchId, 'sniff sniff')
    expect((await bark(one.owner, two.dog.id)).body).toEqual({ matchId })
    expect(await senders()).toEqual([one.dog.id, one.dog.id])
    // Not of who was only written to.
    expect(await barked()).toEqual([true, false])
    // After a message of the other dog, a bark is a new message.
    await say(two.owner, two.dog.id, matchId, 'woof')
    await bark(one.owner, two.dog.id)
    expect(await senders()).toEqual([one.dog.id, one.dog.id, two.dog.id, one.dog.id])
    expect(await barked()).toEqual([true, true])
    // It also is a day later.
    const { db } = app.services
    await sql`UPDATE messages SET created_at = created_at - interval '25 hours' WHERE match_id = ${matchId}`.execute(db)
    await bark(one.owner, two.dog.id)
    expect(await senders()).toHaveLength(5)
    // However much it has said since.
    const more = Array.from({ length: 201 }, () => ({ matchId, senderDogId: one.dog.id, body: 'woof' }))
    await inTransaction(db, trx => storeMessages(trx, more, new Date()))
    await bark(one.owner, two.dog.id)
    expect(await senders()).toHaveLength(206)
  })

  test('is 400 at itself, 404 at an unknown dog, 409 at an unowned dog, and allowed at another own dog', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const second = await createDog(owner, { name: 'Second' })
    const { dog: unowned } = await ownerWithDog(app.url)
    await app.services.db.updateTable('dogs').set({ user_id: null }).where('id', '=', unowned.id).execute()
    expectError(await bark(owner, dog.id), 400, 'BAD_REQUEST')
    expectError(await bark(owner, crypto.randomUUID()), 404, 'NOT_FOUND')
    expectError(await bark(owner, unowned.id), 409, 'CONFLICT')
    for (const none of [{}, { toDogId: 7 }]) expectError(await owner.post('/api/bark', none), 400)
    expect((await bark(owner, second.id)).status).toBe(200)
    expect(await newCount(owner)).toBe(0)
    await owner.post('/api/active-dog', { dogId: second.id })
    expect(await newCount(owner)).toBe(1)
  })

  test('by an id in upper case is a bark at the same dog', async () => {
    for (let round = 0; round < 6; round++) {
      const [{ owner, dog: own }, { dog }] = await twoOwners()
      const shouted = await bark(owner, dog.id.toUpperCase())
      expect(shouted.status).toBe(200)
      expect((await bark(owner, dog.id)).body).toEqual(shouted.body)
      expect((await matchesOf(owner)).map(({ otherDog }) => otherDog.id)).toEqual([dog.id])
      expectError(await bark(owner, own.id.toUpperCase()), 400, 'BAD_REQUEST')
      expect((await owner.get<{ id: string }>(`/api/dogs/${dog.id.toUpperCase()}`)).body.id).toBe(dog.id)
    }
  })
})

describe('matches', () => {
  test('are listed by newest message with unread counts, whose sum is the badge', async () => {
    const { owner: ann, dog: ada } = await ownerWithDog(app.url, { name: 'Ada' })
    const others = [await ownerWithDog(app.url), await ownerWithDog(app.url), await ownerWithDog(app.url)]
    const ids: string[] = []
    for (const { owner } of others) ids.push((await bark(owner, ada.id)).body.matchId)
    expect((await matchesOf(ann)).map(({ id }) => id)).toEqual(ids.toReversed())
    expect(await newCount(ann)).toBe(3)
    const [first] = others
    await say(first?.owner ?? ann, first?.dog.id ?? '', ids[0] ?? '', 'one', 'two')
    await say(ann, ada.id, ids[1] ?? '', 'my own')
    const matches = await matchesOf(ann)
    expect(matches.map(({ id, unreadCount, lastMessage }) => [id, unreadCount, lastMessage?.body])).toEqual([
      [ids[1], 1, 'my own'],
      [ids[0], 3, 'two'],
      [ids[2], 1, 'Woof! 🐕'],
    ])
    // Reading marks nothing as seen.
    for (const path of [`/api/matches/${ids[0]}`, `/api/messages/${ids[0]}`]) await ann.get(path)
    expect([await newCount(ann), await sumOfRows(ann)]).toEqual([5, 5])
    for (let again = 0; again < 2; again++)
      expect((await ann.post(`/api/messages/${ids[0]}/mark-seen`)).body).toEqual({ ok: true })
    expect([await newCount(ann), await sumOfRows(ann)]).toEqual([2, 2])
    await say(first?.owner ?? ann, first?.dog.id ?? '', ids[0] ?? '', 'three')
    expect(await newCount(ann)).toBe(3)
    expect(await newCount(others[1]?.owner ?? ann)).toBe(1)
  })

  test('have unread counts by dog, only for own dogs', async () => {
    const { owner: ann, dog: ada } = await ownerWithDog(app.url, { name: 'Ada' })
    const bo = await createDog(ann, { name: 'Bo' })
    await createDog(ann, { name: 'Quiet' })
    const { owner: friend, dog } = await ownerWithDog(app.url)
    const unread = async (person: Person) => {
      const { body } = await person.get<UnreadByDog>('/api/matches/unread')
      return Object.fromEntries(body.map(({ dogId, unread }) => [dogId, unread]))
    }
    expect(await unread(ann)).toEqual({})
    const { matchId } = (await bark(friend, ada.id)).body
    const other = (await bark(friend, bo.id)).body.matchId
    await say(friend, dog.id, other, 'woof')
    expect(await unread(ann)).toEqual({ [ada.id]: 1, [bo.id]: 2 })
    expect(await unread(friend)).toEqual({})
    await ann.post(`/api/messages/${matchId}/mark-seen`)
    expect(await unread(ann)).toEqual({ [bo.id]: 2 })
    await say(ann, ada.id, matchId, 'woof')
    expect(await unread(friend)).toEqual({ [dog.id]: 1 })
  })

  test('have a correct badge while messages, barks and mark-seen arrive at once', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const writing = say(first.owner, first.dog.id, matchId, ...Array.from({ length: 60 }, (_, n) => `woof ${n}`))
    const rest = Array.from({ length: 10 }, () => [
      bark(first.owner, second.dog.id),
      second.owner.post(`/api/messages/${matchId}/mark-seen`),
    ])
    await Promise.all([writing, ...rest.flat()])
    const [match] = await matchesOf(second.owner)
    const messages = (await second.owner.get<Message[]>(`/api/messages/${matchId}?limit=500`)).body
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
    expect(match?.lastMessage).toEqual(messages.at(-1))
    expect(await newCount(second.owner)).toBe(match?.unreadCount)
    await second.owner.post(`/api/messages/${matchId}/mark-seen`)
    expect(await newCount(second.owner)).toBe(0)
    expect(await newCount(first.owner)).toBe(0)
  })
})
