import { once } from 'node:events'
import { type LiveEvent, liveEventSchema } from '@barkyard/domain/schemas/live'
import { until } from '@barkyard/postgres/testing/until'
import { beforeEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { testApp } from '../app.ts'
import { playdateOf } from '../calls.ts'
import { A_DOG, annAndBob, createDog, ownerWithDog, type Person, photo, signUp } from '../client.ts'
import { type Live, openLive } from '../live.ts'

const app = testApp()

let ann: Person
let bob: Person
let ada: string
let bo: string
let matchId: string
beforeEach(async () => {
  ;({ ann, bob, ada, bo, matchId } = await annAndBob(app.url))
})

const listen = async <People extends Person[]>(...people: People) =>
  (await Promise.all(people.map(openLive))) as { [N in keyof People]: Live }

/** Waits until all earlier events have arrived, by sending an event that only this user gets. */
async function settled(live: Live, person: Person): Promise<LiveEvent[]> {
  const before = live.events.filter(({ type }) => type === 'refresh').length
  await createDog(person)
  await live.until(events => events.filter(({ type }) => type === 'refresh').length > before)
  return live.events.slice(0, -1)
}

describe('the subscription sends', () => {
  test('messages and barks to both owners, in order and once, and what was seen to the reader’s pages alone', async () => {
    const all = await listen(ann, bob, bob)
    for (const body of ['one', 'two']) await ann.post(`/api/messages/${matchId}`, { body, clientId: body })
    await bob.post('/api/bark', { toDogId: ada })
    for (const live of all) {
      await live.until(events => events.length === 3)
      for (const event of live.events) liveEventSchema.parse(event)
      const seqs = live.events.map(event => (event.type === 'message' ? [event.message.seq, event.message.body] : []))
      expect(seqs).toEqual([
        [2, 'one'],
        [3, 'two'],
        [4, 'Woof! 🐕'],
      ])
      expect(JSON.stringify(live.events)).not.toContain('clientId')
    }
    await bob.post(`/api/messages/${matchId}/mark-seen`)
    for (const live of all.slice(1)) {
      await live.until(events => events.length === 4)
      expect(live.events[3]).toEqual({ type: 'seen', dogId: bo, matchId })
    }
    expect(await settled(all[0], ann)).toHaveLength(3)
  })

  test('changes of dogs: created, chosen, with new photos, deleted, and of a deleted match', async () => {
    const all = await listen(ann, bob)
    const dog = await createDog(ann, { name: 'New' })
    await ann.post('/api/active-dog', { dogId: dog.id })
    const added = await ann.upload(dog.id, await photo())
    await ann.delete(`/api/photos/${added.body.id}`)
    await all[0].until(events => events.length === 4)
    expect(all[0].events).toEqual(Array(4).fill({ type: 'refresh' }))
    expect(all[1].events).toEqual([])
    await ann.delete(`/api/dogs/${ada}`)
    for (const live of all) await live.until(events => events.at(-1)?.type === 'refresh')
    await all[1].until(events => events.length === 1)
  })

  test('a refresh to a page that cannot keep up, and then later events', async () => {
    const [live] = await listen(bob)
    const audience = { userIds: [bob.user.id], dogIds: [] }
    // More events than the queue of a slow reader holds.
    for (let n = 0; n < 1_500; n++) app.services.hub.deliver(audience, { event: { type: 'seen', matchId } })
    await live.until(events => events.some(({ type }) => type === 'refresh'))
    await ann.post('/api/playdates', playdateOf(matchId))
    await live.until(events => events.some(({ type }) => type === 'playdate'))
    expect(live.events.length).toBeLessThan(1_100)
    expect(live.errors).toEqual([])
  })
})

describe('a page that shows a dog', () => {
  /** The events that a person's page gets about a dog, and their end. */
  async function watch(person: Person, dogId: string) {
    const live = await openLive(person)
    let changes = 0
    const ended = new Promise<void>((onComplete, onError) => {
      live.client.live.dog.subscribe({ id: dogId }, { onData: () => void changes++, onComplete, onError })
    })
    return { live, ended, changes: () => changes }
  }
  /** Resolves once a page of a dog listens. */
  const listens = ({ user }: Person) =>
    until(
      () => app.services.hub.listenersOf(user.id),
      count => count >= 3,
    )

  test('gets its changes, also without a match, until the dog is deleted', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const stranger = (await ownerWithDog(app.url)).owner
    const page = await watch(stranger, dog.id)
    await listens(stranger)
    await owner.patch(`/api/dogs/${dog.id}`, { name: 'Waffle' })
    await until(page.changes, 1)
    await owner.upload(dog.id, await photo())
    await until(page.changes, 2)
    await owner.delete(`/api/dogs/${dog.id}`)
    await page.ended
    expect(page.changes()).toBe(3)
    expect(page.live.events).toEqual([])
    // A page that opened meanwhile is told too, and one of a dog whose owner has blocked them.
    await ann.post('/api/blocks', { dogId: bo })
    for (const late of [await watch(stranger, dog.id), await watch(bob, ada)]) {
      await late.ended
      expect(late.changes()).toBe(1)
    }
  })
})

describe('the socket', () => {
  test('needs a session', async () => {
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/trpc`)
    const [error] = await once(socket, 'error')
    expect(error.message).toContain('401')
  })

  test('accepts only subscriptions and refuses queries and mutations', async () => {
    const [live] = await listen(ann)
    await expect(live.client.dogs.create.mutate(A_DOG)).rejects.toThrow('Sockets are for subscriptions')
    await expect(live.client.dogs.mine.query()).rejects.toThrow('Sockets are for subscriptions')
    expect((await ann.get<unknown[]>('/api/my-dogs')).body).toHaveLength(1)
  })

  test('closes with 4401 when its session signs out, and with 1001 when the server stops', async () => {
    const person = await signUp(app.url)
    const [live, other] = await listen(person, bob)
    await person.get('/api/logout')
    expect(await live.closed).toBe(4401)
    const closing = app.server.close()
    expect(await other.closed).toBe(1001)
    await closing
  })
})
