import { createTestDatabase } from '@barkyard/db/testing/database'
import type { Session } from '@barkyard/domain/schemas/account'
import type { User } from '@barkyard/domain/schemas/user'
import { until } from '@barkyard/postgres/testing/until'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { FRESH_MS } from '../../src/platform/access/sessions.ts'
import { CHECKED_EVERY_MS } from '../../src/platform/realtime/session-watch.ts'
import { startApp, type TestApp, testApp } from '../app.ts'
import { anotherBrowser, Client, createDog, PASSWORD, type Person, signUp } from '../client.ts'
import { expectError } from '../shape.ts'
import { listeningChat, openChat } from '../socket.ts'
import { DAY } from '../times.ts'

const app = testApp()

describe('30 days', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  /** Moves the clock of this process forward. */
  const later = (days: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY })
  }
  const lastUse = async ({ user }: Person) => {
    const sessions = app.services.db.selectFrom('sessions').select('last_used_at').where('user_id', '=', user.id)
    return (await sessions.execute()).map(row => row.last_used_at.getTime())
  }

  test('after its last use a session ends, both cookie and row, however far the database’s clock is behind', async () => {
    later(40)
    const person = await signUp(app.url)
    for (const _ of [1, 2]) {
      later(29.9)
      expect((await person.get('/api/auth/user')).status).toBe(200)
    }
    later(30.1)
    expectError(await person.get('/api/auth/user'), 401)
    await expect(openChat(person)).rejects.toThrow('401')
  })

  test('the last use is stored at most once a day, which also renews the cookie, and an older one works on', async () => {
    const person = await signUp(app.url)
    const copy = Object.assign(new Client(app.url), { cookie: person.cookie })
    const [began] = await lastUse(person)
    for (const days of [0, 0.4, 0.5]) {
      later(days)
      const { headers } = await person.get('/api/my-dogs')
      expect(headers.getSetCookie()).toEqual([])
      expect(await lastUse(person)).toEqual([began])
    }
    later(0.2)
    const old = person.cookie
    const answers = await Promise.all([person.get('/api/my-dogs'), person.get('/api/trpc/dogs.mine')])
    expect(answers.flatMap(({ headers }) => headers.getSetCookie()).length).toBeGreaterThan(0)
    expect(person.cookie).not.toBe(old)
    const [noted] = await lastUse(person)
    expect(noted).toBeGreaterThan((began ?? 0) + DAY)
    later(0.5)
    expect((await person.get('/api/my-dogs')).headers.getSetCookie()).toEqual([])
    expect(await lastUse(person)).toEqual([noted])
    expect((await copy.get('/api/my-dogs')).status).toBe(200)
    await person.get('/api/logout')
    expectError(await copy.get('/api/my-dogs'), 401)
  })
})

test('another process notices a change within 5 s: a session is read anew, and those of open sockets are checked', () => {
  expect(FRESH_MS + CHECKED_EVERY_MS).toBeLessThanOrEqual(5_000)
})

describe('two processes on one database', () => {
  const secret = 'x'.repeat(32)
  let one: TestApp
  let two: TestApp
  let close: () => Promise<void>
  beforeAll(async () => {
    const database = await createTestDatabase()
    const start = () => startApp(database.url, { SESSION_SECRET: secret })
    ;[one, two] = await Promise.all([start(), start()])
    close = async () => {
      await Promise.all([one.stop(), two.stop()])
      await database.drop()
    }
  })
  afterAll(() => close())

  /** The same user at the other process. */
  const at = (app: TestApp, person: Person): Person =>
    Object.assign(new Client(app.url), { cookie: person.cookie, user: person.user })

  test('share sessions, notice at once that a user acts as a dog, and later its end, new rights and the end of both', async () => {
    const owner = await signUp(one.url)
    const there = at(two, owner)
    const activeThere = async () => (await there.get<{ activeDogId: string }>('/api/active-dog')).body.activeDogId
    expect(await activeThere()).toBeNull()
    const dog = await createDog(owner)
    await owner.post('/api/active-dog', { dogId: dog.id })
    expect(await activeThere()).toBe(dog.id)
    await owner.delete(`/api/dogs/${dog.id}`)
    await until(activeThere, null)
    await one.services.db.updateTable('users').set({ is_admin: true }).where('id', '=', owner.user.id).execute()
    await until(async () => (await there.get<User>('/api/auth/user')).body.isAdmin, true)
    const chat = await listeningChat(there)
    await owner.get('/api/logout')
    expectError(await owner.get('/api/auth/user'), 401)
    await until(async () => (await there.get('/api/auth/user')).status, 401)
    expect((await chat.closed).code).toBe(4401)
    const again = await anotherBrowser(owner)
    expect((await at(two, again).get('/api/auth/user')).status).toBe(200)
    await one.services.db.deleteFrom('users').where('id', '=', owner.user.id).execute()
    for (const client of [again, at(two, again)])
      await until(async () => (await client.get('/api/my-dogs')).status, 401)
    expectError(await owner.post('/api/login', { email: owner.user.email, password: PASSWORD }), 401)
  })
})

const chrome =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

test('sessions are listed with their device, the current one first, and end at once, one or all others', async () => {
  const owner = await signUp(app.url)
  const phone = await anotherBrowser(owner, chrome)
  const { body } = await owner.get<Session[]>('/api/sessions')
  expect(body.map(({ current, device }) => ({ current, device }))).toEqual([
    { current: true, device: expect.any(String) },
    { current: false, device: 'Chrome on Android' },
  ])
  const chat = await openChat(phone)
  expect((await owner.delete(`/api/sessions/${body[1]?.id}`)).status).toBe(200)
  expect((await chat.closed).code).toBe(4401)
  expect((await phone.get('/api/auth/user')).status).toBe(401)
  expectError(await owner.delete(`/api/sessions/${body[1]?.id}`), 404)
  const others = [await anotherBrowser(owner), await anotherBrowser(owner)]
  expect((await owner.delete('/api/sessions')).status).toBe(200)
  for (const other of others) expectError(await other.get('/api/auth/user'), 401)
  expect((await owner.get<Session[]>('/api/sessions')).body).toHaveLength(1)
})

test('an account has at most 100 sessions: a new one ends the oldest, and its socket', async () => {
  const person = await signUp(app.url)
  const second = await anotherBrowser(person)
  const chat = await openChat(person)
  await app.services.db
    .insertInto('sessions')
    .values(Array.from({ length: 98 }, () => ({ id: crypto.randomUUID(), user_id: person.user.id })))
    .execute()
  expect((await person.get<Session[]>('/api/sessions')).body).toHaveLength(100)
  const newest = await Promise.all([anotherBrowser(person), anotherBrowser(person)])
  expectError(await person.get('/api/auth/user'), 401)
  expectError(await second.get('/api/auth/user'), 401)
  await until(() => chat.socket.readyState, chat.socket.CLOSED)
  for (const client of newest) expect((await client.get<Session[]>('/api/sessions')).body).toHaveLength(100)
})
