import { setAdmin } from '@barkyard/db/queries/users'
import { createTestDatabase } from '@barkyard/db/testing/database'
import type { AdminUser } from '@barkyard/domain/schemas/admin'
import type { User } from '@barkyard/domain/schemas/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { Browser, type Visited } from './browser.ts'
import { Client, createDog, PASSWORD, type Person, signUp, unique } from './client.ts'
import { type ProviderPerson, PUBLIC_URL, TestProvider } from './provider.ts'
import { expectError } from './shape.ts'
import { openChat, openSocket } from './socket.ts'

const ADMIN = 'Boss@Example.test'
const provider = new TestProvider()
/** The app with the provider. */
let app: TestApp
/** An app on the same database with built-in accounts, as before the provider was configured. */
let before: TestApp
let end = async () => {}

beforeAll(async () => {
  const database = await createTestDatabase()
  await provider.start()
  app = await startApp(database.url, { ...provider.env, ADMIN_EMAILS: `other@example.test, ${ADMIN}` })
  before = await startApp(database.url)
  end = async () => {
    await app.stop()
    await before.stop()
    await provider.close()
    await database.drop()
  }
})
afterAll(() => end())

const somebody = (fields: Partial<ProviderPerson> = {}): ProviderPerson => {
  const sub = `sub-${unique()}`
  return { sub, email: `${sub}@example.test`, email_verified: true, name: 'Robin van der Hale', ...fields }
}

async function signInAs(person: ProviderPerson, browser = new Browser(app.url)) {
  provider.next = person
  return { browser, answer: await browser.signIn() }
}

const userOf = async (browser: Browser) => (await browser.app.get<User>('/api/auth/user')).body

function expectSignedIn({ status, location }: Visited) {
  expect([status, location]).toEqual([302, `${PUBLIC_URL}/`])
}

async function expectRefused({ browser, answer }: { browser: Browser; answer: Visited }, status: number, text: RegExp) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.body).toMatch(text)
  expect(answer.body).toContain('href="/api/login"')
  expectError(await browser.app.get('/api/auth/user'), 401)
}

describe('signing in', () => {
  test('redirects to the provider with a code flow, PKCE, state and nonce', async () => {
    const url = new URL(await new Browser(app.url).startSignIn())
    expect(url.origin).toBe(provider.issuer)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ client_id: 'barkyard', response_type: 'code', scope: 'openid email profile' },
      ...{ redirect_uri: `${PUBLIC_URL}/api/callback`, code_challenge_method: 'S256' },
      ...{ code_challenge: expect.stringMatching(/^.{43}$/), state: expect.stringMatching(/^.{40,}$/) },
      nonce: expect.stringMatching(/^.{40,}$/),
    })
  })

  test('creates an account the first time and finds it later, also from another browser and under another name', async () => {
    const person = somebody()
    const first = await signInAs(person)
    expectSignedIn(first.answer)
    const user = await userOf(first.browser)
    expect(user).toMatchObject({ email: person.email, firstName: 'Robin', lastName: 'van der Hale', isAdmin: false })
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
    expect(new Set(await Promise.all(browsers.map(async one => (await userOf(one)).id))).size).toBe(1)
  })

  test('reads names from the available claims', async () => {
    const named = async (fields: Partial<ProviderPerson>) => {
      const { firstName, lastName } = await userOf((await signInAs(somebody({ name: '', ...fields }))).browser)
      return [firstName, lastName]
    }
    expect(await named({ given_name: 'Ada', family_name: 'Lovelace', name: 'Nobody Else' })).toEqual([
      'Ada',
      'Lovelace',
    ])
    expect(await named({ name: ' Cher ' })).toEqual(['Cher', ''])
    expect(await named({ email: 'kim@example.test' })).toEqual(['kim', ''])
    expect(await named({ given_name: `${'a'.repeat(79)}🐕\0` })).toEqual([`${'a'.repeat(79)}\uFFFD`, ''])
  })

  test('redirects signed-in users to /', async () => {
    const { browser } = await signInAs(somebody())
    expectSignedIn(await browser.visit(`${PUBLIC_URL}/api/login`))
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

  test('asks the provider again after signing out', async () => {
    const { browser } = await signInAs(somebody())
    const copy = Object.assign(new Client(app.url), { cookie: browser.app.cookie })
    expectSignedIn(await browser.visit(`${PUBLIC_URL}/api/logout`))
    expectError(await browser.app.get('/api/auth/user'), 401)
    expectError(await copy.get('/api/auth/user'), 401)
    expect(await browser.startSignIn()).toContain(provider.issuer)
  })
})

describe('an e-mail', () => {
  test('that is verified takes over an account made in advance, ending its password, sessions, tokens and sockets', async () => {
    const person = somebody()
    const squatter: Person = await signUp(before.url, { email: person.email?.toUpperCase() ?? '' })
    const dog = await createDog(squatter)
    const { body } = await squatter.post<{ token: string }>('/api/tokens', { name: 'mine' })
    const withToken = () => new Client(app.url).send('GET', '/api/my-dogs', undefined, bearer(body.token))
    // Loaded by the process that joins the accounts: its cache and sockets must end.
    expect((await withToken()).status).toBe(200)
    const [chat, tokenChat] = [
      await openSocket(app.url, bearer(body.token)),
      await openSocket(app.url, bearer(body.token)),
    ]
    tokenChat.send({ type: 'auth', userId: squatter.user.id })
    const { browser, answer } = await signInAs(person)
    expectSignedIn(answer)
    expect(await userOf(browser)).toMatchObject({ id: squatter.user.id })
    expect((await browser.app.get('/api/my-dogs')).body).toEqual([dog])
    expectError(await withToken(), 401)
    expect((await tokenChat.closed).code).toBe(4401)
    chat.send({ type: 'auth', userId: squatter.user.id })
    expect((await chat.closed).code).toBe(4401)
    before.services.sessions.forget([squatter.user.id], [])
    expectError(await squatter.get('/api/my-dogs'), 401)
    const login = { email: squatter.user.email, password: PASSWORD }
    expectError(await new Client(before.url).post('/api/login', login), 401)
  })

  test('that is taken and not verified is 409, and does not change the account', async () => {
    for (const email_verified of [false, undefined, 'false', '1']) {
      const person = somebody({ email_verified })
      const owner = await signUp(before.url, { email: person.email ?? '' })
      await expectRefused(await signInAs(person), 409, /account with your e-mail address/)
      expect((await owner.get<User>('/api/auth/user')).body).toEqual(owner.user)
      const login = { email: owner.user.email, password: PASSWORD }
      expect((await new Client(before.url).post('/api/login', login)).status).toBe(200)
    }
  })

  test('that is free and not verified creates an account, which the verified owner of the address does not get', async () => {
    const squatter = somebody({ email_verified: false })
    const first = await signInAs(squatter)
    expectSignedIn(first.answer)
    const { id } = await userOf(first.browser)
    const owner = await signInAs(somebody({ email: squatter.email }))
    expectSignedIn(owner.answer)
    expect(await userOf(owner.browser)).toMatchObject({ email: squatter.email })
    expect((await userOf(owner.browser)).id).not.toBe(id)
    // The user without a right to the address keeps the account without it.
    const again = await signInAs(squatter)
    expect(await userOf(again.browser)).toMatchObject({ id, email: null })
  })

  test('that belongs to another user now does not give access to the old account, whose address is then unknown', async () => {
    const former = somebody()
    const old = await signInAs(former)
    const account = await userOf(old.browser)
    await createDog(old.browser.app)
    await setAdmin(app.services.db, account.email ?? '', true)
    app.services.sessions.forget([account.id], [])
    const heir = await signInAs(somebody({ email: former.email?.toUpperCase() }))
    expectSignedIn(heir.answer)
    const own = await userOf(heir.browser)
    expect(own).toMatchObject({ email: former.email?.toUpperCase(), isAdmin: false })
    expect(own.id).not.toBe(account.id)
    expect((await heir.browser.app.get('/api/my-dogs')).body).toEqual([])
    expect(await userOf(old.browser)).toMatchObject({ id: account.id, email: null })
    const { body } = await old.browser.app.get<AdminUser[]>('/api/admin/users?sort=email')
    expect(body.find(user => user.id === account.id)).toMatchObject({ email: null, firstName: 'Robin' })
    const again = await signInAs({ ...former, email: `new-${former.sub}@example.test` })
    expect(await userOf(again.browser)).toMatchObject({ id: account.id, email: `new-${former.sub}@example.test` })
  })

  test('that is verified is updated at sign-in, even if two users swap theirs', async () => {
    const [one, two] = [somebody(), somebody()]
    const accounts = [await signInAs(one), await signInAs(two)]
    const [first, second] = await Promise.all(accounts.map(({ browser }) => userOf(browser)))
    expect(await userOf((await signInAs({ ...one, email: two.email })).browser)).toMatchObject({
      id: first?.id,
      email: two.email,
    })
    expect(await userOf((await signInAs({ ...two, email: one.email })).browser)).toMatchObject({
      id: second?.id,
      email: one.email,
    })
    const unverified = { ...one, email: 'claimed@example.test', email_verified: false }
    expect(await userOf((await signInAs(unverified)).browser)).toMatchObject({ id: first?.id, email: two.email })
  })

  test('that is verified takes over an account made in advance without its admin rights', async () => {
    const person = somebody()
    const squatter = await signUp(before.url, { email: person.email ?? '' })
    await setAdmin(app.services.db, squatter.user.email, true)
    const { browser } = await signInAs(person)
    expect(await userOf(browser)).toMatchObject({ id: squatter.user.id, isAdmin: false })
  })

  test('that is verified as text, as some providers send it, counts as verified', async () => {
    const person = somebody({ email_verified: 'true' })
    await signUp(before.url, { email: person.email ?? '' })
    expectSignedIn((await signInAs(person)).answer)
  })

  test('of the demo cannot be used', async () => {
    await signUp(before.url, { email: 'owner@demo.test' })
    await app.services.db
      .updateTable('users')
      .set({ is_demo: true })
      .where('email_key', '=', 'owner@demo.test')
      .execute()
    await expectRefused(await signInAs(somebody({ email: 'owner@demo.test' })), 409, /account with your e-mail/)
  })

  test.each([undefined, '', 'nobody', 'a b@example.test', `${'a'.repeat(250)}@example.test`])(
    '%j is none: nobody is signed in',
    async email => {
      await expectRefused(await signInAs({ ...somebody(), email }), 400, /did not send us your e-mail/)
    },
  )
})

describe('ADMIN_EMAILS', () => {
  const isAdmin = async (person: ProviderPerson) => (await userOf((await signInAs(person)).browser)).isAdmin

  test('makes only verified addresses admins', async () => {
    const boss = somebody({ email: ADMIN.toLowerCase(), email_verified: false })
    expect(await isAdmin(boss)).toBe(false)
    expect(await isAdmin({ ...boss, email_verified: true })).toBe(true)
    expect(await isAdmin(somebody())).toBe(false)
  })

  test('makes the user who signs in an admin, not another account with the address', async () => {
    const squatter = await signUp(before.url, { email: 'other@example.test' })
    const boss = somebody({ email: 'boss-elsewhere@example.test' })
    await signInAs(boss)
    expect(await isAdmin({ ...boss, email: 'other@example.test' })).toBe(true)
    before.services.sessions.forget([squatter.user.id], [])
    expect((await squatter.get<User>('/api/auth/user')).body.isAdmin).toBe(false)
  })
})

describe('an invalid sign-in is refused', () => {
  /** The callback's address with a change. */
  async function withCallback(change: (url: URL) => void) {
    provider.next = somebody()
    const browser = new Browser(app.url)
    const url = new URL(await browser.passProvider(await browser.startSignIn()))
    change(url)
    return { browser, answer: await browser.visit(url.href), url }
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
    await expectRefused(
      { browser, answer: await browser.visit(await browser.passProvider(url.href)) },
      400,
      /Please start again/,
    )
  })

  test('with the code of a sign-in that another browser started', async () => {
    provider.next = somebody()
    const [attacker, victim] = [new Browser(app.url), new Browser(app.url)]
    const callback = await attacker.passProvider(await attacker.startSignIn())
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
    provider.next = somebody()
    const browser = new Browser(app.url)
    const callback = await browser.passProvider(await browser.startSignIn())
    const copy = new Browser(app.url)
    copy.app.cookie = browser.app.cookie
    expectSignedIn(await browser.visit(callback))
    const { cookie } = browser.app
    expectSignedIn(await browser.visit(callback))
    expect(browser.app.cookie).toBe(cookie)
    await expectRefused({ browser: copy, answer: await copy.visit(callback) }, 400, /Please start again/)
    expect((await browser.app.get('/api/auth/user')).status).toBe(200)
  })

  test('from another site, without ending the user’s own sign-in', async () => {
    provider.next = somebody()
    const browser = new Browser(app.url)
    const at = await browser.startSignIn()
    await browser.visit(`${PUBLIC_URL}/api/callback?code=x&state=y`)
    expectSignedIn(await browser.visit(await browser.passProvider(at)))
  })

  test('by HEAD, without using up the code', async () => {
    provider.next = somebody()
    const browser = new Browser(app.url)
    const callback = new URL(await browser.passProvider(await browser.startSignIn()))
    const look = { method: 'HEAD', headers: { cookie: browser.app.cookie ?? '' } }
    expect((await fetch(app.url + callback.pathname + callback.search, look)).status).toBe(405)
    expectSignedIn(await browser.visit(callback.href))
  })

  test('after cancelling at the provider, and signing in works afterwards', async () => {
    provider.next = 'cancels'
    const browser = new Browser(app.url)
    await expectRefused({ browser, answer: await browser.signIn() }, 400, /You cancelled/)
    expectSignedIn((await signInAs(somebody(), browser)).answer)
  })
})

describe('built-in accounts are closed', () => {
  test.each([
    ...['login', 'signup', 'login/demo/owner', 'login/demo/admin'],
    ...['forgot', 'reset', 'verify-email', 'change-email'],
  ])('POST /api/%s is 404', async path => {
    const person = await signUp(before.url)
    const fields = { email: person.user.email, password: PASSWORD, firstName: 'A', lastName: 'B' }
    expectError(await new Client(app.url).post(`/api/${path}`, fields), 404, 'NOT_FOUND')
    // Forms are not even parsed any more.
    expect((await new Client(app.url).send('POST', `/api/${path}`, new URLSearchParams(fields))).status).toBe(404)
  })
})

test('a socket opens with the session', async () => {
  const person = somebody()
  const { browser } = await signInAs(person)
  const user = { ...(await userOf(browser)), email: person.email ?? '' }
  const chat = await openChat(Object.assign(browser.app, { user }))
  await browser.app.get('/api/logout')
  expect((await chat.closed).code).toBe(4401)
})

test('there is no password and no address to change', async () => {
  const { browser } = await signInAs(somebody())
  for (const [path, body] of [
    ['password', { current: PASSWORD, password: 'battery staple horse' }],
    ['email', { password: PASSWORD, email: 'mine@example.test' }],
  ] as const)
    expectError(await browser.app.post(`/api/account/${path}`, body), 404, 'NOT_FOUND')
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
