import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../app.ts'
import { Browser } from '../browser.ts'
import { unique } from '../client.ts'
import { expectSignedIn, oidcApp, somebody, userOf } from '../oidc.ts'
import { type ProviderPerson, PUBLIC_URL, TestProvider } from '../provider.ts'

let databaseUrl = ''
const cleanups: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const database = await createTestDatabase()
  databaseUrl = database.url
  cleanups.push(() => database.drop())
})
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

async function started(provider: TestProvider) {
  await provider.start()
  cleanups.push(() => provider.close())
  return provider
}

async function appWith(env: Record<string, string>) {
  const app = await startApp(databaseUrl, { PUBLIC_URL, ...env })
  cleanups.push(() => app.stop())
  return app
}

/** A provider, an app that signs people in there, and a browser. */
async function setUp(options?: ConstructorParameters<typeof TestProvider>[0], env: Record<string, string> = {}) {
  const provider = await started(new TestProvider(options))
  const app = await appWith({ ...provider.env, ...env })
  return { provider, browser: new Browser(app.url) }
}

describe('providers differ', () => {
  let says: (use: string) => Partial<ProviderPerson>
  const { signInAs } = oidcApp({ provider: new TestProvider({ says: use => says(use) }) })
  beforeEach(() => {
    says = () => ({})
  })

  test('the secret is sent as it is taken, and the e-mail read at the userinfo endpoint if no ID token contains it', async () => {
    const person = somebody({ name: 'Sam Reed' })
    const { provider, browser } = await setUp(
      { method: 'client_secret_post', emailIn: 'userinfo' },
      { ADMIN_EMAILS: person.email ?? '' },
    )
    provider.next = person
    expectSignedIn(await browser.signIn())
    expect(await userOf(browser)).toMatchObject({
      email: person.email,
      firstName: 'Sam',
      lastName: 'Reed',
      isAdmin: true,
    })
  })

  test.each<[string, (use: string) => Partial<ProviderPerson>, boolean]>([
    ['only the userinfo endpoint says', use => (use === 'id_token' ? { email_verified: undefined } : {}), true],
    [
      'the userinfo endpoint says of another address',
      use => (use === 'id_token' ? { email_verified: undefined } : { email: 'another@example.test' }),
      false,
    ],
    ['nobody says', () => ({ email_verified: undefined }), false],
    ['the ID token denies', use => ({ email_verified: use !== 'id_token' }), false],
  ])('that an address is verified, which %s', async (_, saying, isVerified) => {
    says = saying
    const person = somebody()
    const { browser, answer } = await signInAs(person)
    expectSignedIn(answer)
    expect(await userOf(browser)).toMatchObject({ email: person.email, emailVerified: isVerified })
  })

  test('a list of addresses stands for its first, and a name that shows nothing for none', async () => {
    const sub = `list-${unique()}`
    const email = [`${sub}@example.test`, 'second@example.test']
    const nameless = { given_name: '\u200b', family_name: '\u2800', name: '\u2060' }
    const { browser } = await signInAs({ ...somebody(), ...nameless, sub, email: email as unknown as string })
    expect(await userOf(browser)).toMatchObject({ email: email[0], firstName: sub, lastName: '' })
  })

  test('an account moves to another provider by its verified e-mail', async () => {
    const person = somebody()
    const ids: string[] = []
    for (const sub of ['old', 'new']) {
      const { provider, browser } = await setUp()
      provider.next = { ...person, sub: `${sub}-${person.sub}` }
      await browser.signIn()
      ids.push((await userOf(browser)).id)
    }
    expect(ids[0]).toBe(ids[1])
  })
})

test('a provider that is unavailable is 503 until it is back, without delaying who has a session', async () => {
  const { provider, browser } = await setUp()
  await provider.close()
  for (let round = 0; round < 2; round++) {
    const answer = await browser.visit(`${PUBLIC_URL}/api/login`)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('The sign-in service does not answer')
  }
  await provider.start()
  provider.next = somebody()
  // It is gone again before the code is exchanged. Reloading the page continues.
  const callback = await browser.passProvider(await browser.startSignIn())
  await provider.close()
  const answer = await browser.visit(callback)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
  expect((await browser.app.get('/api/auth/user')).status).toBe(401)
  await provider.open()
  expect((await browser.visit(callback)).status).toBe(302)
  await provider.close()
  expect((await browser.app.get('/api/auth/user')).status).toBe(200)
  expect((await browser.visit(`${PUBLIC_URL}/api/logout`)).status).toBe(302)
})

test('a provider that answers that it is unavailable is 503, and one that does not know the client is an error', async () => {
  const { provider, browser } = await setUp()
  for (const [error, status] of [
    ['temporarily_unavailable', 503],
    ['server_error', 503],
    ['unauthorized_client', 400],
  ] as const) {
    const state = new URL(await browser.startSignIn()).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ state, error, iss: provider.issuer, error_description: '<b>not shown</b>' })
    const answer = await browser.visit(`${PUBLIC_URL}/api/callback?${query}`)
    expect(answer.status).toBe(status)
    expect(answer.body).not.toContain('not shown')
  }
})

/** Publishes a provider's metadata under another issuer's address. */
async function impostor(provider: TestProvider, change: (metadata: Record<string, unknown>) => void): Promise<string> {
  const server: Server = createServer(async (_, response) => {
    const answer = await fetch(`${provider.issuer}/.well-known/openid-configuration`)
    const metadata = (await answer.json()) as Record<string, unknown>
    metadata.issuer = url
    change(metadata)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise(resolve => server.close(resolve)))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return url
}

test('the issuer of the metadata, and of an ID token, must be the one that was asked', async () => {
  const provider = await started(new TestProvider())
  const browserAt = async (change: (metadata: Record<string, unknown>) => void) =>
    new Browser((await appWith({ ...provider.env, OIDC_ISSUER: await impostor(provider, change) })).url)
  const another = await browserAt(metadata => {
    metadata.issuer = provider.issuer
  })
  expect((await another.visit(`${PUBLIC_URL}/api/login`)).status).toBe(503)
  const browser = await browserAt(metadata => {
    metadata.authorization_response_iss_parameter_supported = false
  })
  provider.next = somebody()
  const callback = new URL(await browser.passProvider(await browser.startSignIn()))
  callback.searchParams.delete('iss')
  const answer = await browser.visit(callback.href)
  expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('did not understand')])
  expect((await browser.app.get('/api/auth/user')).status).toBe(401)
})
