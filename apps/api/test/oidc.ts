import { createTestDatabase } from '@barkyard/db/testing/database'
import type { User } from '@barkyard/domain/schemas/user'
import { afterAll, beforeAll, expect } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { Browser, type Visited } from './browser.ts'
import { unique } from './client.ts'
import { type ProviderPerson, PUBLIC_URL, TestProvider } from './provider.ts'
import { expectError } from './shape.ts'

/**
 * An app that signs people in at a provider of the test, from before a file's first test to after its last.
 * @param options.provider default: an ordinary one.
 * @param options.hasBefore whether `before` runs: an app on the same database with built-in accounts, as before the provider
 * was configured.
 */
export function oidcApp({
  env = {},
  hasBefore = false,
  provider = new TestProvider(),
}: {
  env?: Record<string, string>
  hasBefore?: boolean
  provider?: TestProvider
} = {}) {
  const [app, before] = [{} as TestApp, {} as TestApp]
  let end = async () => {}
  beforeAll(async () => {
    const database = await createTestDatabase()
    await provider.start()
    Object.assign(app, await startApp(database.url, { ...provider.env, ...env }))
    if (hasBefore) Object.assign(before, await startApp(database.url))
    end = async () => {
      await app.stop()
      if (hasBefore) await before.stop()
      await provider.close()
      await database.drop()
    }
  })
  afterAll(() => end())

  async function signInAs(person: ProviderPerson, browser = new Browser(app.url)) {
    provider.next = person
    return { browser, answer: await browser.signIn() }
  }

  return { provider, app, before, signInAs }
}

export const somebody = (fields: Partial<ProviderPerson> = {}): ProviderPerson => {
  const sub = `sub-${unique()}`
  return { sub, email: `${sub}@example.test`, email_verified: true, name: 'Robin van der Hale', ...fields }
}

/** Signs somebody in as far as the callback, whose address it returns without visiting it. */
export async function toCallback(of: ReturnType<typeof oidcApp>, browser = new Browser(of.app.url)) {
  of.provider.next = somebody()
  return { browser, callback: await browser.passProvider(await browser.startSignIn()) }
}

export const userOf = async (browser: Browser) => (await browser.app.get<User>('/api/auth/user')).body

export function expectSignedIn({ status, location }: Visited) {
  expect([status, location]).toEqual([302, `${PUBLIC_URL}/`])
}

export async function expectRefused(
  { browser, answer }: { browser: Browser; answer: Visited },
  status: number,
  text: RegExp,
) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.body).toMatch(text)
  expect(answer.body).toContain('href="/api/login"')
  expectError(await browser.app.get('/api/auth/user'), 401)
}
