import type { ActiveDog } from '@barkyard/domain/schemas/dog'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Notification } from '@barkyard/domain/schemas/notification'
import { describe, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { createDog, ownerWithDog, photo } from '../client.ts'
import { Live } from '../live.ts'
import { expectError } from '../shape.ts'

const app = testApp()

/** An owner of two dogs, of which the first is active, and another owner's dog. */
async function twoDogs() {
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Ada' })
  const second = await createDog(owner, { name: 'Bo' })
  const other = await ownerWithDog(app.url, { name: 'Cleo' })
  return { owner, dog, second, other, asSecond: { 'x-dog': second.id } }
}

describe('X-Dog', () => {
  test('a call acts as the named dog, and the active dog stays', async () => {
    const { owner, dog, second, other, asSecond } = await twoDogs()
    const barked = await owner.send<{ matchId: string }>('POST', '/api/bark', { toDogId: other.dog.id }, asSecond)
    expect(barked.status).toBe(200)
    const [match] = (await owner.send<Match[]>('GET', '/api/matches', undefined, asSecond)).body
    expect([match?.ownDogId, match?.otherDog.id]).toEqual([second.id, other.dog.id])
    expect((await owner.get<Match[]>('/api/matches')).body).toEqual([])
    expect((await owner.send<ActiveDog>('GET', '/api/active-dog', undefined, asSecond)).body.activeDogId).toBe(
      second.id,
    )
    expect((await owner.get<ActiveDog>('/api/active-dog')).body.activeDogId).toBe(dog.id)
    const inUpperCase = { 'x-dog': second.id.toUpperCase() }
    const asWritten = await owner.send<ActiveDog>('GET', '/api/active-dog', undefined, inUpperCase)
    expect(asWritten.body.activeDogId).toBe(second.id)
    const typed = await owner.send('POST', `/api/messages/${barked.body.matchId}`, { body: 'woof' }, asSecond)
    expect(typed.status).toBe(200)
    expectError(await owner.post(`/api/messages/${barked.body.matchId}`, { body: 'woof' }), 404)
  })

  test('another’s dog, and none, are 404 on any call', async () => {
    const { owner, other } = await twoDogs()
    for (const id of [other.dog.id, '01890000-0000-7000-8000-000000000000', 'x', '']) {
      const headers = { 'x-dog': id }
      expectError(await owner.send('GET', '/api/my-dogs', undefined, headers), 404, 'dog-not-found')
      expectError(await owner.send('POST', '/api/bark', { toDogId: other.dog.id }, headers), 404)
      expectError(await owner.send('GET', '/api/trpc/dogs.mine', undefined, headers), 404)
      expectError(await owner.send('GET', '/api/auth/user', undefined, headers), 404)
    }
    expect((await owner.send('GET', '/api/health', undefined, { 'x-dog': 'x' })).status).toBe(200)
  })

  test('an admin who acts as somebody else’s dog cannot name one', async () => {
    const { other } = await twoDogs()
    const admin = await newAdmin(app)
    const own = await createDog(admin)
    await admin.post(`/api/admin/impersonate-dog/${other.dog.id}`)
    const refused = await admin.send('GET', '/api/matches', undefined, { 'x-dog': own.id })
    expectError(refused, 403, 'acting-as-another-dog')
  })

  test('an upload may name a dog too', async () => {
    const { owner, second, asSecond } = await twoDogs()
    const form = new FormData()
    form.set('dogId', second.id)
    form.set('photo', new Blob([new Uint8Array(await photo())]), 'a.png')
    expect((await owner.send('POST', '/api/photos', form, asSecond)).status).toBe(200)
  })
})

test('events and notifications name the own dog', async () => {
  const { owner, second, other } = await twoDogs()
  const live = new Live(owner)
  await live.started
  const { body } = await other.owner.post<{ matchId: string }>('/api/bark', { toDogId: second.id })
  await live.until(events => events.length > 0)
  expect(live.events[0]).toMatchObject({ type: 'message', dogId: second.id, matchId: body.matchId })
  const [notification] = (await owner.get<Notification[]>('/api/notifications')).body
  expect(notification).toMatchObject({ dogId: second.id, matchId: body.matchId })
  await owner.send('POST', `/api/messages/${body.matchId}/mark-seen`, undefined, { 'x-dog': second.id })
  await live.until(events => events.length > 1)
  expect(live.events[1]).toMatchObject({ type: 'seen', dogId: second.id, matchId: body.matchId })
  await live.stop()
})
