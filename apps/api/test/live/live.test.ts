import { type LiveEvent, liveEventSchema } from '@barkyard/domain/schemas/live'
import { until } from '@barkyard/postgres/testing/until'
import { beforeEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { testApp } from '../app.ts'
import { playdateOf } from '../calls.ts'
import { A_DOG, annAndBob, Client, createDog, ownerWithDog, type Person, photo, signUp } from '../client.ts'
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
  test('messages and barks to both owners, in order and once', async () => {
    const all = await listen(ann, bob)
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
  })

  test('seen events only to the reader, so that other windows clear the badge', async () => {
    const all = await listen(ann, bob, bob)
    await bob.post(`/api/messages/${matchId}/mark-seen`)
    for (const live of all.slice(1)) {
      await live.until(events => events.length === 1)
      expect(live.events).toEqual([{ type: 'seen', dogId: bo, matchId }])
    }
    expect(await settled(all[0], ann)).toEqual([])
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
    // A page that opened meanwhile is told too.
    const late = await watch(stranger, dog.id)
    await late.ended
    expect(late.changes()).toBe(1)
  })

  test('gets no more after the owner blocks them than after a deletion', async () => {
    const page = await watch(bob, ada)
    await listens(bob)
    await ann.post('/api/blocks', { dogId: bo })
    await page.ended
    expect(page.changes()).toBe(1)
    const again = await watch(bob, ada)
    await again.ended
    // Nor does the page’s own subscription tell of what the other does next.
    const events = (await settled(page.live, bob)).length + 1
    await ann.patch(`/api/dogs/${ada}`, { name: 'Adele' })
    await ann.upload(ada, await photo())
    await ann.post('/api/active-dog', { dogId: ada })
    expect(await settled(page.live, bob)).toHaveLength(events)
    for (const one of [page, again]) expect(one.changes()).toBe(1)
  })
})

describe('the socket', () => {
  test('needs a session (401) and our own origin (403)', async () => {
    const failure = (client: Client, headers: Record<string, string> = {}) =>
      new Promise<string>(resolve => {
        const socket = new WebSocket(`${client.url.replace('http', 'ws')}/api/trpc`, {
          headers: { cookie: client.cookie ?? '', ...headers },
        })
        socket.on('open', () => resolve('open'))
        socket.on('error', error => resolve(error.message))
      })
    expect(await failure(new Client(app.url))).toContain('401')
    for (const origin of ['https://evil.test', 'null']) expect(await failure(ann, { origin })).toContain('403')
    expect(await failure(ann, { origin: app.url })).toBe('open')
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
