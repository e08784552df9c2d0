import type { SniffDog } from '@barkyard/domain/schemas/dog'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Message } from '@barkyard/domain/schemas/message'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { expect, test } from 'vitest'
import { testApp } from './app.ts'
import { ownerWithDog } from './client.ts'
import { openChat } from './socket.ts'

const app = testApp()

test('two owners meet: sniff, bark, chat, playdate', async () => {
  const { owner: ann, dog: biscuit } = await ownerWithDog(app.url, { name: 'Biscuit' })
  const { owner: bob, dog: rex } = await ownerWithDog(app.url, { name: 'Rex' }, { lat: 37.76, lng: -122.45 })

  const found = await ann.get<SniffDog[]>('/api/sniff')
  expect(found.status).toBe(200)
  expect(found.headers.get('x-total-count')).toBe('1')
  expect(found.body.map(dog => [dog.name, dog.distance])).toEqual([['Rex', 3]])
  expect(found.body[0]?.compatibility?.reasons).toContain('similar size')

  const barked = await ann.post<{ matchId: string }>('/api/bark', { toDogId: rex.id })
  const { matchId } = barked.body
  expect((await bob.get('/api/barks/new-count')).body).toEqual({ count: 1 })
  const [match] = (await bob.get<Match[]>('/api/matches')).body
  expect(match).toMatchObject({
    id: matchId,
    unreadCount: 1,
    otherDog: { id: biscuit.id },
    lastMessage: { body: 'Woof! 🐕', seq: 1 },
  })

  const [annsChat, bobsChat] = await Promise.all([openChat(ann), openChat(bob)])
  bobsChat.send({ type: 'message', matchId, senderDogId: rex.id, body: 'woof! grrr', clientId: 'one' })
  await Promise.all([
    annsChat.until(chat => chat.messages.length === 1),
    bobsChat.until(chat => chat.messages.length === 1),
  ])
  expect(annsChat.messages[0]).toMatchObject({ matchId, senderDogId: rex.id, body: 'woof! grrr', seq: 2 })
  expect(annsChat.messages[0]).not.toHaveProperty('clientId')
  expect(bobsChat.messages[0]).toHaveProperty('clientId', 'one')
  expect((await ann.get<Message[]>(`/api/messages/${matchId}`)).body.map(message => message.seq)).toEqual([1, 2])

  await bob.post(`/api/messages/${matchId}/mark-seen`)
  expect((await bob.get('/api/barks/new-count')).body).toEqual({ count: 0 })

  const whenTs = new Date(Date.now() + 86_400_000).toISOString()
  const proposed = await ann.post<Playdate>('/api/playdates', {
    matchId,
    whenTs,
    parkName: 'Dolores Park',
    lat: '1',
    lng: '2',
    notes: 'Ball games',
    status: 'proposed',
  })
  expect(proposed.body).toMatchObject({
    whenTs,
    parkName: 'Dolores Park',
    lat: '37.7596',
    notes: 'Ball games',
    status: 'proposed',
    proposerDogId: biscuit.id,
  })
  expect((await bob.get('/api/playdates/pending-count')).body).toEqual({ count: 1 })
  expect((await ann.patch(`/api/playdates/${proposed.body.id}`, { status: 'accepted' })).status).toBe(403)
  expect((await bob.patch<Playdate>(`/api/playdates/${proposed.body.id}`, { status: 'accepted' })).body.status).toBe(
    'accepted',
  )
  expect((await bob.patch(`/api/playdates/${proposed.body.id}`, { status: 'declined' })).status).toBe(409)
  expect((await ann.get<Playdate[]>('/api/playdates')).body.map(playdate => playdate.status)).toEqual(['accepted'])
})
