import { AsyncLocalStorage } from 'node:async_hooks'
import type { User } from '@barkyard/domain/schemas/user'
import { expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { Client, PASSWORD, signUp, unique } from '../client.ts'

/** The statements of a call, in its own asynchronous context. */
const statements = new AsyncLocalStorage<string[]>()
const app = testApp(
  { ADMIN_EMAILS: 'boss@example.test', SMTP_URL: 'smtp://127.0.0.1:9' },
  { onStatement: ({ sql }) => statements.getStore()?.push(sql) },
)

/** What the server does for an answer. */
const workOf = (url: string, payload: object) =>
  statements.run([], async () => {
    const before = app.services.passwords.made
    const { statusCode } = await app.server.inject({ method: 'POST', url, payload })
    return { statusCode, hashes: app.services.passwords.made - before, statements: statements.getStore() }
  })

test('a wrong e-mail, a wrong password and an account without one take the same work', async () => {
  const { user } = await signUp(app.url)
  const noPassword = await signUp(app.url)
  await app.services.db.updateTable('users').set({ password_hash: null }).where('id', '=', noPassword.user.id).execute()
  const signIn = (email: string) => workOf('/api/login', { email, password: 'not the one' })
  const known = await signIn(user.email)
  expect(known).toMatchObject({ statusCode: 401, hashes: 1 })
  for (const email of [`nobody-${unique()}@example.test`, noPassword.user.email])
    expect(await signIn(email)).toEqual(known)
})

test('a forgotten password takes the same work whether its address has an account or not', async () => {
  const { user } = await signUp(app.url)
  const known = await workOf('/api/forgot', { email: user.email })
  // The mail is sent by a job.
  expect(known).toMatchObject({ statusCode: 200, hashes: 0 })
  expect(await workOf('/api/forgot', { email: `nobody-${unique()}@example.test` })).toEqual(known)
})

test('text that looks like JSON, and forms of another type, do not sign in', async () => {
  const { user } = await signUp(app.url)
  const body = JSON.stringify({ email: user.email, password: PASSWORD })
  for (const type of [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencodedx',
    'text/json',
  ]) {
    const { status, headers } = await new Client(app.url).send('POST', '/api/login', body, { 'content-type': type })
    expect([type, status, headers.getSetCookie()]).toEqual([type, 415, []])
  }
})

test('signing up with an address in ADMIN_EMAILS makes nobody an admin', async () => {
  for (const email of ['boss@example.test', 'BOSS@Example.test', ' boss@example.test ']) {
    const client = new Client(app.url)
    const fields = { email, password: PASSWORD, firstName: 'A', lastName: 'B', isAdmin: true, is_admin: true }
    const { status, body } = await client.post<User>('/api/signup', fields)
    expect([200, 409]).toContain(status)
    if (status === 200) expect(body.isAdmin).toBe(false)
    const again = await new Client(app.url).post<User>('/api/login', { email, password: PASSWORD })
    expect([again.status, again.body.isAdmin]).toEqual([200, false])
  }
})
