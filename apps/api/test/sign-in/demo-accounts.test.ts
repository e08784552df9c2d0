import { createTestDatabase } from '@barkyard/db/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../app.ts'
import { anotherBrowser, Client, PASSWORD, type Person, signUp } from '../client.ts'
import { expectError } from '../shape.ts'
import { openSocket } from '../socket.ts'
import { bearer, makeToken } from '../tokens.ts'

const SESSION_SECRET = 'x'.repeat(32)
let on: TestApp
let off: TestApp
let owner: Person
let close: () => Promise<void>

beforeAll(async () => {
  const database = await createTestDatabase()
  on = await startApp(database.url, { SESSION_SECRET, DEMO: '1' })
  off = await startApp(database.url, { SESSION_SECRET, DEMO: '0' })
  owner = await signUp(on.url, { email: 'owner@demo.test' })
  await signUp(on.url, { email: 'admin@demo.test' })
  await on.services.db.updateTable('users').set({ is_demo: true }).where('id', '=', owner.user.id).execute()
  close = async () => {
    await Promise.all([on.stop(), off.stop()])
    await database.drop()
  }
})
afterAll(() => close())

test('the demo’s accounts, their sessions, tokens and sockets work only while it is on, even those of an admin', async () => {
  const fields = { email: owner.user.email, password: PASSWORD }
  expect((await new Client(on.url).post('/api/login', fields)).status).toBe(200)
  const refused = await new Client(off.url).post('/api/login', fields)
  const unknown = await new Client(off.url).post('/api/login', { ...fields, email: 'nobody@demo.test' })
  expect(expectError(refused, 401)).toEqual(unknown.body)
  const demo = await signUp(on.url)
  const { db, sessions } = on.services
  await db.updateTable('users').set({ is_demo: true, is_admin: true }).where('id', '=', demo.user.id).execute()
  sessions.forget([demo.user.id], [])
  const { token } = await makeToken(demo, { isAdmin: true })
  expect((await demo.get('/api/admin/users')).status).toBe(200)
  for (const headers of [{ cookie: demo.cookie ?? '' }, bearer(token)]) {
    for (const path of ['/api/auth/user', '/api/admin/users'])
      expectError(await new Client(off.url).send('GET', path, undefined, headers), 401)
    await expect(openSocket(off.url, headers)).rejects.toThrow('401')
  }
})

test('their passwords and addresses cannot be changed, and they cannot be deleted', async () => {
  for (const call of [
    owner.post('/api/account/password', { current: PASSWORD, password: 'a brand new one' }),
    owner.post('/api/account/email', { password: PASSWORD, email: 'mine@example.test' }),
    owner.delete('/api/account', { password: PASSWORD }),
  ])
    expectError(await call, 403, 'demo')
  expectError(await new Client(on.url).post('/api/forgot', { email: owner.user.email }), 404)
  await anotherBrowser(owner)
})

test('the sign-in page offers them only while it is on, by a POST that other sites cannot send', async () => {
  expect((await new Client(on.url).get('/api/login')).body).toContain('Try it as an owner')
  expect((await new Client(off.url).get('/api/login')).body).not.toContain('Try it as')
  const client = new Client(on.url)
  const click = new URLSearchParams()
  const { status, headers } = await client.send('POST', '/api/login/demo/owner', click)
  expect([status, headers.get('location')]).toEqual([303, '/'])
  expect((await client.get('/api/auth/user')).status).toBe(200)
  expectError(await client.send('POST', '/api/login/demo/owner', click, { origin: 'https://evil.test' }), 403)
  expectError(await new Client(off.url).send('POST', '/api/login/demo/owner', click), 404)
  expect((await new Client(on.url).get('/api/login/demo/owner')).status).toBe(405)
  // An ordinary account with such an address is none of them.
  for (const role of ['admin', 'somebody', 'OWNER'])
    expect((await client.send('POST', `/api/login/demo/${role}`, click)).status).toBe(404)
})

test('where mail is off a forgotten password is 503, whatever the address', async () => {
  const visitor = new Client(off.url)
  const known = await signUp(off.url)
  const bodies: unknown[] = []
  for (const email of [known.user.email, owner.user.email, 'nobody@example.test'])
    bodies.push(expectError(await visitor.post('/api/forgot', { email }), 503, 'no-mail'))
  expect(bodies).toEqual(Array(3).fill(bodies[0]))
  expect((await visitor.get<string>('/api/forgot')).body).toContain('sends no mail')
})
