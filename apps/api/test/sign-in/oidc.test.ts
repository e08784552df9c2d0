import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { Browser } from '../browser.ts'
import { Client, createDog, PASSWORD } from '../client.ts'
import { expectRefused, expectSignedIn, oidcApp, somebody, toCallback, userOf } from '../oidc.ts'
import { type ProviderPerson, PUBLIC_URL } from '../provider.ts'
import { expectError } from '../shape.ts'
import { openChat } from '../socket.ts'

const setUp = oidcApp()
const { provider, app, signInAs } = setUp

describe('signing in', () => {
  test('redirects to the provider with a code flow, PKCE, state and nonce', async () => {
    const url = new URL(await new Browser(app.url).startSignIn())
    expect(url.origin).toBe(provider.issuer)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'barkyard',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${PUBLIC_URL}/api/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^.{43}$/),
      state: expect.stringMatching(/^.{40,}$/),
      nonce: expect.stringMatching(/^.{40,}$/),
    })
  })

  test('creates an account the first time and finds it later, also from another browser and under another name', async () => {
    const person = somebody()
    const first = await signInAs(person)
    expectSignedIn(first.answer)
    expectSignedIn(await first.browser.visit(`${PUBLIC_URL}/api/login`))
    const user = await userOf(first.browser)
    expect(user).toMatchObject({ email: person.email, firstName: 'Robin', lastName: 'van der Hale', isAdmin: false })
    // There is no password and no address to change.
    const password = { current: PASSWORD, password: 'battery staple horse' }
    expectError(await first.browser.app.post('/api/account/password', password), 404, 'NOT_FOUND')
    const address = { password: PASSWORD, email: 'mine@example.test' }
    expectError(await first.browser.app.post('/api/account/email', address), 404, 'NOT_FOUND')
    const dog = await createDog(first.browser.app)
    for (const now of [person, { ...person, email: 'moved@example.test', email_verified: false, name: 'Other' }]) {
      const again = await signInAs(now)
      expectSignedIn(again.answer)
      expect(await userOf(again.browser)).toEqual(user)
      expect((await again.browser.app.get('/api/my-dogs')).body).toEqual([dog])
    }
  })

  test('twice at once creates one account', async () => {
    const person = somebody()
    provider.next = person
    const browsers = Array.from({ length: 4 }, () => new Browser(app.url))
    const callbacks = await Promise.all(browsers.map(async one => one.passProvider(await one.startSignIn())))
    const answers = await Promise.all(browsers.map((one, index) => one.visit(callbacks[index] ?? '')))
    for (const answer of answers) expectSignedIn(answer)
    expect(new Set((await Promise.all(browsers.map(userOf))).map(({ id }) => id)).size).toBe(1)
  })

  test('reads names from the available claims', async () => {
    const named = async (fields: Partial<ProviderPerson>) => {
      const { firstName, lastName } = await userOf((await signInAs(somebody({ name: '', ...fields }))).browser)
      return [firstName, lastName]
    }
    const given = { given_name: 'Ada', family_name: 'Lovelace', name: 'Nobody Else' }
    expect(await named(given)).toEqual(['Ada', 'Lovelace'])
    expect(await named({ name: ' Cher ' })).toEqual(['Cher', ''])
    expect(await named({ email: 'kim@example.test' })).toEqual(['kim', ''])
    expect(await named({ given_name: `${'a'.repeat(79)}🐕\0` })).toEqual([`${'a'.repeat(79)}\uFFFD`, ''])
  })

  test('keeps the cookie far below the 4 KB at which it would be dropped', async () => {
    const browser = new Browser(app.url)
    provider.next = somebody({ name: 'n'.repeat(5000), sub: 's'.repeat(200) })
    const at = await browser.startSignIn()
    expect(browser.app.cookie?.length).toBeLessThan(1024)
    await browser.visit(await browser.passProvider(at))
    expect(browser.app.cookie?.length).toBeLessThan(512)
    expect((await userOf(browser)).firstName).toBe('n'.repeat(80))
  })

  test('starts a new session, so that an earlier cookie, planted or copied, does not work', async () => {
    const attacker = new Browser(app.url)
    const at = await attacker.startSignIn()
    const planted = attacker.app.cookie
    const victim = new Browser(app.url)
    victim.app.cookie = planted
    provider.next = somebody()
    expectSignedIn(await victim.visit(await victim.passProvider(at)))
    expect(victim.app.cookie).not.toBe(planted)
    expect((await victim.app.get('/api/auth/user')).status).toBe(200)
    expectError(await attacker.app.get('/api/auth/user'), 401)
  })

  test('opens a socket too, which ends with the session; the provider is asked again then', async () => {
    const person = somebody()
    const { browser } = await signInAs(person)
    const copy = Object.assign(new Client(app.url), { cookie: browser.app.cookie })
    const user = { ...(await userOf(browser)), email: person.email ?? '' }
    const chat = await openChat(Object.assign(browser.app, { user }))
    expectSignedIn(await browser.visit(`${PUBLIC_URL}/api/logout`))
    expect((await chat.closed).code).toBe(4401)
    for (const client of [browser.app, copy]) expectError(await client.get('/api/auth/user'), 401)
    expect(await browser.startSignIn()).toContain(provider.issuer)
  })
})

describe('an invalid sign-in is refused', () => {
  /** The callback's address with a change. */
  async function withCallback(change: (url: URL) => void) {
    const { browser, callback } = await toCallback(setUp)
    const url = new URL(callback)
    change(url)
    return { browser, answer: await browser.visit(url.href) }
  }

  test.each<[string, (url: URL) => void, RegExp]>([
    ['a wrong state', url => url.searchParams.set('state', 'x'.repeat(43)), /is over or was started elsewhere/],
    ['no state', url => url.searchParams.delete('state'), /is over or was started elsewhere/],
    ['two states', url => url.searchParams.append('state', 'x'), /is over or was started elsewhere/],
    ['a wrong issuer', url => url.searchParams.set('iss', 'http://evil.test'), /did not understand/],
    ['no issuer', url => url.searchParams.delete('iss'), /did not understand/],
    ['a wrong code', url => url.searchParams.set('code', 'x'.repeat(43)), /did not understand/],
    ['no code', url => url.searchParams.delete('code'), /did not understand/],
    ['nothing', url => (url.search = ''), /is over or was started elsewhere/],
  ])('%s', async (_, change, text) => {
    await expectRefused(await withCallback(change), 400, text)
  })

  test('with an ID token of another sign-in (wrong nonce)', async () => {
    provider.next = somebody()
    const browser = new Browser(app.url)
    const url = new URL(await browser.startSignIn())
    url.searchParams.set('nonce', 'another')
    const answer = await browser.visit(await browser.passProvider(url.href))
    await expectRefused({ browser, answer }, 400, /Please start again/)
  })

  test('with the code of a sign-in that another browser started', async () => {
    const { callback } = await toCallback(setUp)
    const victim = new Browser(app.url)
    await expectRefused({ browser: victim, answer: await victim.visit(callback) }, 400, /started elsewhere/)
    await victim.startSignIn()
    await expectRefused({ browser: victim, answer: await victim.visit(callback) }, 400, /started elsewhere/)
    // The attacker's state is not enough either, with the victim's verifier.
    const own = new URL(await victim.startSignIn())
    const mixed = new URL(callback)
    mixed.searchParams.set('state', own.searchParams.get('state') ?? '')
    await expectRefused({ browser: victim, answer: await victim.visit(mixed.href) }, 400, /Please start again/)
  })

  test('with a used code, even with a copy of the cookie, and the session stays', async () => {
    const { browser, callback } = await toCallback(setUp)
    const copy = new Browser(app.url)
    copy.app.cookie = browser.app.cookie
    expectSignedIn(await browser.visit(callback))
    const { cookie } = browser.app
    expectSignedIn(await browser.visit(callback))
    expect(browser.app.cookie).toBe(cookie)
    await expectRefused({ browser: copy, answer: await copy.visit(callback) }, 400, /Please start again/)
    expect((await browser.app.get('/api/auth/user')).status).toBe(200)
  })

  test('from another site, or by HEAD, without ending the user’s own sign-in', async () => {
    const { browser, callback } = await toCallback(setUp)
    await browser.visit(`${PUBLIC_URL}/api/callback?code=x&state=y`)
    const look = { method: 'HEAD', headers: { cookie: browser.app.cookie ?? '' } }
    expect((await fetch(callback.replace(PUBLIC_URL, app.url), look)).status).toBe(405)
    expectSignedIn(await browser.visit(callback))
  })

  test('after cancelling at the provider, and signing in works afterwards', async () => {
    provider.next = 'cancels'
    const browser = new Browser(app.url)
    await expectRefused({ browser, answer: await browser.signIn() }, 400, /You cancelled/)
    expectSignedIn((await signInAs(somebody(), browser)).answer)
  })
})

test('a sign-in within the last ten minutes replaces the password of an export and of the deletion of the account', async () => {
  const person = somebody()
  const { browser } = await signInAs(person)
  await createDog(browser.app)
  const { id } = await userOf(browser)
  const signedIn = (minutes: number) =>
    sql`UPDATE sessions SET created_at = ${new Date(Date.now() - minutes * 60_000)} WHERE user_id = ${id}`
  const calls = [
    (client: Client, body = {}) => client.post('/api/account/export', body),
    (client: Client, body = {}) => client.delete('/api/account', body),
  ]
  await signedIn(10.5).execute(app.services.db)
  for (const call of calls)
    for (const body of [{}, { password: 'of the provider' }]) {
      const { message } = expectError(await call(browser.app, body), 403, 'sign-in-again')
      expect(message).toContain('within the last 10 minutes')
    }
  // The sign-in counts only for its own browser.
  const again = (await signInAs(person)).browser
  for (const call of calls) expectError(await call(browser.app), 403)
  expect((await browser.app.get('/api/my-dogs')).body).toHaveLength(1)
  await signedIn(9).execute(app.services.db)
  const [archive, gone] = [await calls[0]?.(again.app), await calls[1]?.(again.app)]
  expect([archive?.status, archive?.headers.get('content-type'), gone?.status]).toEqual([200, 'application/zip', 200])
  for (const one of [browser, again]) expectError(await one.app.get('/api/auth/user'), 401)
})
