import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { Client, PASSWORD, signUp, unique } from '../client.ts'
import { expectError } from '../shape.ts'

const app = testApp()

const COMPOSED = 'ma\u00f1ana f\u00fcr alle 7'
const DECOMPOSED = 'man\u0303ana fu\u0308r alle 7'
const signIn = (email: string, password: string) => new Client(app.url).post('/api/login', { email, password })

test.each([
  ['one character', COMPOSED],
  ['two characters', DECOMPOSED],
  ['spaces of another kind', COMPOSED.replaceAll(' ', '\u00a0')],
])('a password chosen with %s signs in from a device that types otherwise', async (_, chosen) => {
  const email = `owner-${unique()}@example.test`
  const fields = { email, password: chosen, firstName: 'Robin', lastName: '' }
  expect((await new Client(app.url).post('/api/signup', fields)).status).toBe(200)
  for (const typed of [COMPOSED, DECOMPOSED, COMPOSED.replaceAll(' ', '\u3000')])
    expect((await signIn(email, typed)).status).toBe(200)
  expectError(await signIn(email, 'manana fur alle 7'), 401)
})

test('a password that was stored as a device typed it keeps working, from other devices too', async () => {
  for (const stored of [COMPOSED, DECOMPOSED, `${COMPOSED}\u00a0x`]) {
    const { user } = await signUp(app.url)
    await app.services.db
      .updateTable('users')
      .set({ password_hash: await hash(stored) })
      .where('id', '=', user.id)
      .execute()
    expect((await signIn(user.email, stored)).status).toBe(200)
    if (!stored.includes('\u00a0'))
      for (const typed of [COMPOSED, DECOMPOSED]) expect((await signIn(user.email, typed)).status).toBe(200)
    expectError(await signIn(user.email, PASSWORD), 401)
  }
})

test('the current password is asked for in either form', async () => {
  const owner = await signUp(app.url)
  const change = (current: string, password: string) => owner.post('/api/account/password', { current, password })
  expect((await change(PASSWORD, DECOMPOSED)).status).toBe(200)
  expect((await change(COMPOSED, PASSWORD)).status).toBe(200)
})
