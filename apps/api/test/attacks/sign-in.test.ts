import { AsyncLocalStorage } from 'node:async_hooks'
import type { User } from '@barkyard/domain/schemas/user'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { Client, PASSWORD, signUp, unique } from '../client.ts'
import { callRaw } from './raw.ts'

/** The statements of a call, in its own asynchronous context. */
const statements = new AsyncLocalStorage<string[]>()
const app = testApp(
  { ADMIN_EMAILS: 'boss@example.test' },
  { onStatement: ({ sql }) => statements.getStore()?.push(sql) },
)

async function send(url: string, path: string, sent: Record<string, string>, body: string) {
  const { status, headers } = await callRaw(`${url}${path}`, { method: 'POST', headers: sent }, body)
  return { status, cookies: headers['set-cookie'] ?? [] }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }

test('a wrong e-mail, a wrong password and an account without one take the same work', async () => {
  const { user } = await signUp(app.url)
  const noPassword = await signUp(app.url)
  await app.services.db.updateTable('users').set({ password_hash: null }).where('id', '=', noPassword.user.id).execute()
  const work = (email: string) =>
    statements.run([], async () => {
      const before = app.services.passwords.made
      const payload = { email, password: 'not the one' }
      expect((await app.server.inject({ method: 'POST', url: '/api/login', payload })).statusCode).toBe(401)
      return { hashes: app.services.passwords.made - before, statements: statements.getStore() }
    })
  const known = await work(user.email)
  expect(known.hashes).toBe(1)
  for (const email of [`nobody-${unique()}@example.test`, noPassword.user.email])
    expect(await work(email)).toEqual(known)
})

describe('somebody else’s page cannot sign a visitor in', () => {
  const demo = testApp({ DEMO: '1' })
  beforeAll(async () => {
    const owner = await signUp(demo.url, { email: 'owner@demo.test' })
    await demo.services.db.updateTable('users').set({ is_demo: true }).where('id', '=', owner.user.id).execute()
  })

  const attacker = new URLSearchParams({ email: 'owner@demo.test', password: PASSWORD }).toString()
  const CALLS: [string, Record<string, string>, string][] = [
    ['/api/login', FORM, attacker],
    ['/api/login/demo/owner', FORM, ''],
    ['/api/login', JSON_TYPE, JSON.stringify({ email: 'owner@demo.test', password: PASSWORD })],
    [
      '/api/signup',
      FORM,
      new URLSearchParams({ email: 'n@x.test', password: PASSWORD, firstName: 'N', lastName: 'N' }).toString(),
    ],
  ]
  const PAGES: Record<string, string>[] = [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'http://evil.test', host: 'evil.test' },
    { origin: 'http://evil.test:3000', host: 'evil.test:3000' },
    { origin: 'http://127.0.0.1.evil.test', host: '127.0.0.1.evil.test' },
    { origin: 'http://localhost:1' },
    { origin: 'http://localhost.evil.test', host: 'localhost' },
    {
      origin: 'http://evil.test',
      host: 'evil.test',
      'x-forwarded-host': 'localhost:3000',
      'x-forwarded-proto': 'http',
    },
    { origin: 'file://' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
  ]

  test.each(PAGES)('from %j', async page => {
    for (const [path, type, body] of CALLS) {
      const { status, cookies } = await send(demo.url, path, { ...type, ...page }, body)
      expect([path, status, cookies]).toEqual([path, 403, []])
    }
  })

  test('the app’s own page can, and so can a script, which has no origin', async () => {
    for (const page of [{ origin: demo.url }, { origin: demo.url, 'sec-fetch-site': 'same-origin' }, {}]) {
      const { status, cookies } = await send(demo.url, '/api/login/demo/owner', { ...FORM, ...page }, '')
      expect([status, cookies.length]).toEqual([303, 1])
    }
  })

  test('text that looks like JSON, and forms of another type, do not sign in', async () => {
    const body = JSON.stringify({ email: 'owner@demo.test', password: PASSWORD })
    for (const type of [
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencodedx',
      'text/json',
    ]) {
      const { status, cookies } = await send(demo.url, '/api/login', { 'content-type': type }, body)
      expect([type, status, cookies]).toEqual([type, 415, []])
    }
  })
})

test('signing up with an address in ADMIN_EMAILS makes nobody an admin', async () => {
  for (const email of ['boss@example.test', 'BOSS@Example.test', ' boss@example.test ']) {
    const client = new Client(app.url)
    const fields = {
      email,
      password: PASSWORD,
      firstName: 'A',
      lastName: 'B',
      isAdmin: true,
      is_admin: true,
      isDemo: true,
    }
    const { status, body } = await client.post<User>('/api/signup', fields)
    expect([200, 409]).toContain(status)
    if (status === 200) expect(body.isAdmin).toBe(false)
    const again = await new Client(app.url).post<User>('/api/login', { email, password: PASSWORD })
    expect([again.status, again.body.isAdmin]).toEqual([200, false])
  }
})
