import { setRole } from '@barkyard/db/queries/account/users'
import type { LiveEvent } from '@barkyard/domain/schemas/live'
import { until } from '@barkyard/postgres/testing/until'
import { beforeEach, describe, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { createDog, ownerWithDog, type Person, twoMatched } from '../client.ts'
import { type Live, openLive } from '../live.ts'
import { openSocket } from '../socket.ts'

const app = testApp()

let admin: Person
let owner: Person
let other: Person
let dogId: string
let matchId: string
beforeEach(async () => {
  admin = await newAdmin(app)
  const matched = await twoMatched(app.url)
  owner = matched.first.owner
  other = matched.second.owner
  dogId = matched.first.dog.id
  matchId = matched.matchId
  await admin.post(`/api/admin/impersonate-dog/${dogId}`)
})

const stop = () => admin.post('/api/admin/stop-impersonation')

/** Starts another subscription on the open socket; resolves once it listens. */
function subscribeAgain(live: Live): Promise<LiveEvent[]> {
  const events: LiveEvent[] = []
  return new Promise((resolve, reject) => {
    live.client.live.events.subscribe(undefined, {
      onData: event => (event.type === 'started' ? resolve(events) : events.push(event)),
      onError: reject,
    })
  })
}

const write = async () => expect((await other.post(`/api/messages/${matchId}`, { body: 'private' })).status).toBe(200)
/** Resolves once the admin's pages have heard of something else. */
const signalled = (events: () => LiveEvent[]) => until(events, list => list.some(({ type }) => type === 'refresh'))
const messagesOf = (events: LiveEvent[]) => events.filter(({ type }) => type === 'message')

/** What another subscription on an open socket hears of a private message to the dog. */
async function heardAgain(live: Live): Promise<LiveEvent[]> {
  const events = await subscribeAgain(live)
  await write()
  await createDog(admin)
  await signalled(() => events)
  return messagesOf(events)
}

describe('a socket that was opened while impersonating', () => {
  test('starts no subscription as that dog after the stop, but as the current dog', async () => {
    const lives = [await openLive(admin)]
    await stop()
    lives.push(await openLive(admin))
    for (let n = 0; n < 3; n++) for (const live of lives) expect(await heardAgain(live)).toEqual([])
    await admin.post(`/api/admin/impersonate-dog/${dogId}`)
    for (const live of lives) expect(await heardAgain(live)).toHaveLength(1)
  })

  test('starts none after admin rights were revoked elsewhere, and running ones receive nothing more', async () => {
    const live = await openLive(admin)
    await setRole(app.services.db, admin.user.email, 'owner')
    // Its page gets the event as soon as this process notices the change.
    await signalled(() => live.events)
    const received = live.events.length
    expect(await heardAgain(live)).toEqual([])
    await signalled(() => live.events.slice(received))
    expect(messagesOf(live.events.slice(received))).toEqual([])
  })

  test('of the chat that authenticates only after the stop receives nothing either', async () => {
    for (let n = 0; n < 3; n++) {
      await admin.post(`/api/admin/impersonate-dog/${dogId}`)
      const chat = await openSocket(app.url, { cookie: admin.cookie ?? '' })
      await write()
      await stop()
      chat.send({ type: 'auth', userId: admin.user.id })
      // This is answered once auth is complete.
      await chat.answered()
      await write()
      await chat.answered()
      expect(chat.messages).toEqual([])
      chat.socket.terminate()
    }
  })
})

test('a session that ended elsewhere starts no subscription on its open socket', async () => {
  const { owner: person } = await ownerWithDog(app.url)
  const live = await openLive(person)
  await app.services.db.deleteFrom('sessions').where('user_id', '=', person.user.id).execute()
  expect(await live.closed).toBe(4401)
  expect((await owner.get('/api/my-dogs')).status).toBe(200)
})
