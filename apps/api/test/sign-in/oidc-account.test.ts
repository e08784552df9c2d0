import type { User } from '@barkyard/domain/schemas/user'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Browser } from '../browser.ts'
import { createDog, unique } from '../client.ts'
import { oidcApp } from '../oidc.ts'
import { expectError } from '../shape.ts'

// With a provider, a sign-in within the last ten minutes replaces the password.

const { provider, app } = oidcApp()

/** Signs a user in. @returns their browser, and a function that signs in again as the same user. */
async function newcomer() {
  const sub = `sub-${unique()}`
  const signIn = async (browser: Browser) => {
    provider.next = { sub, email: `${sub}@example.test`, email_verified: true, name: 'Robin Hale' }
    expect((await browser.signIn()).status).toBe(302)
    return browser
  }
  const browser = await signIn(new Browser(app.url))
  await createDog(browser.app)
  return { browser, signInAgain: () => signIn(new Browser(app.url)) }
}

/** Moves the start of a user's sessions to some minutes ago. */
async function signedInSince(browser: Browser, minutes: number): Promise<void> {
  const { id } = (await browser.app.get<User>('/api/auth/user')).body
  const since = new Date(Date.now() - minutes * 60_000)
  await sql`UPDATE sessions SET created_at = ${since} WHERE user_id = ${id}`.execute(app.services.db)
}

test.each([
  ['an export', 'POST', '/api/account/export'],
  ['the deletion of the account', 'DELETE', '/api/account'],
])('%s needs a sign-in within ten minutes, and says so', async (_, method, path) => {
  const { browser, signInAgain } = await newcomer()
  await signedInSince(browser, 10.5)
  for (const body of [{}, { password: 'of the provider' }]) {
    const refused = expectError(await browser.app.send(method, path, body), 403, 'FORBIDDEN')
    expect(refused.reason).toBe('sign-in-again')
    expect(refused.message).toContain('within the last 10 minutes')
  }
  expect((await browser.app.get('/api/my-dogs')).body).toHaveLength(1)

  const again = await signInAgain()
  // The sign-in counts only for its own browser.
  expectError(await browser.app.send(method, path, {}), 403)
  const answer = await again.app.send(method, path, {})
  expect(answer.status).toBe(200)
  if (method === 'POST') expect(answer.headers.get('content-type')).toBe('application/zip')
  else expectError(await browser.app.get('/api/auth/user'), 401)
})

test('a sign-in nine minutes ago is enough', async () => {
  const { browser } = await newcomer()
  await signedInSince(browser, 9)
  expect((await browser.app.post('/api/account/export', {})).status).toBe(200)
  expect((await browser.app.delete('/api/account', {})).status).toBe(200)
})
