import { type User, userSchema } from '@barkyard/domain/schemas/user'
import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { anotherBrowser, Client, PASSWORD, signUp, unique } from '../client.ts'
import { expectError, expectShape } from '../shape.ts'

const app = testApp()
const secureApp = testApp({ PUBLIC_URL: 'https://barkyard.test' })

const newEmail = () => `person-${unique()}@example.test`
const account = (fields: Record<string, unknown> = {}) => ({
  email: newEmail(),
  password: PASSWORD,
  firstName: 'Robin',
  lastName: 'Hale',
  ...fields,
})
const signUpAt = (url: string, fields = {}) => new Client(url).post<User>('/api/signup', account(fields))
const form = (fields: Record<string, unknown>) =>
  new URLSearchParams(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])))
const sendForm = (path: string, fields: Record<string, unknown>, client = new Client(app.url)) =>
  client.send<string>('POST', path, form(fields))

describe('signing up', () => {
  test('with JSON returns the user and signs in', async () => {
    const client = new Client(app.url)
    const fields = account({ isAdmin: true, id: 'mine', lat: 1, firstName: '  Zoë ' })
    const { status, body } = await client.post<User>('/api/signup', fields)
    expect(status).toBe(200)
    const nothing = { city: null, lat: null, lng: null, dog: null, suspendedUntil: null }
    const no = { isAdmin: false, isImpersonating: false, emailVerified: false, requirePasskey: false, suspended: false }
    const named = { id: body.id, email: fields.email, firstName: 'Zoë', lastName: 'Hale', role: 'owner' }
    expect(expectShape(userSchema, body)).toEqual({ ...named, ...nothing, ...no })
    expect(body.id).not.toBe('mine')
    expect((await client.get('/api/auth/user')).body).toEqual(body)
  })

  test('or in with a wrong field is 400 and names it, and without a last name is fine', async () => {
    const client = new Client(app.url)
    for (const [field, values] of Object.entries({
      email: ['', `${'a'.repeat(250)}@b.test`, undefined, 7],
      password: ['1234567', 'battery\0staple', 'a'.repeat(257), undefined, { length: 9 }],
      firstName: [' ', 'a'.repeat(81)],
      lastName: ['a'.repeat(81), null],
      invite: ['a\0'],
      code: ['a\0'],
    }))
      for (const value of values) {
        const refused = await client.post('/api/signup', account({ [field]: value }))
        const { issues } = expectError(refused, 400, 'BAD_REQUEST')
        expect([value, new Set(issues?.map(({ path }) => path[0]))]).toEqual([value, new Set([field])])
      }
    for (const body of [{}, undefined, [], { email: 'a@b.test' }, { email: 'a@b.test', password: 7 }])
      expectError(await client.post('/api/login', body), 400, 'BAD_REQUEST')
    expect((await sendForm('/api/login', {}, client)).status).toBe(400)
    expect(client.cookie).toBeUndefined()
    for (const lastName of [undefined, '', '  '])
      expect(await signUpAt(app.url, { lastName })).toMatchObject({ status: 200, body: { lastName: '' } })
  })

  test('with a taken e-mail, in any case, is 409, also for two simultaneous sign-ups', async () => {
    const { email } = (await signUp(app.url, { email: `Zoë.${newEmail()}` })).user
    for (const taken of [email, email.toUpperCase(), ` ${email} `])
      expectError(await signUpAt(app.url, { email: taken }), 409, 'CONFLICT')
    const fields = { email: newEmail() }
    const both = await Promise.all([1, 2, 3].map(() => signUpAt(app.url, fields)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('that fails shows the form again with the input except the password', async () => {
    const { user } = await signUp(app.url)
    const typed = account({ email: user.email, firstName: `<script>alert("1")</script>`, lastName: `" autofocus x='` })
    const { status, headers, body } = await sendForm('/api/signup', typed)
    expect(status).toBe(409)
    expect(headers.get('content-type')).toMatch(/^text\/html/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toContain('role="alert">You already have an account. <a href="/api/login">Log in</a>')
    expect(body).toContain(`value="${user.email}"`)
    expect(body).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')
    expect(body).toContain('value="&quot; autofocus x=&#39;"')
    expect(body).not.toContain('<script>alert')
    expect(body).not.toContain(PASSWORD)
    const short = await sendForm('/api/signup', account({ password: 'secret!' }))
    expect(short.status).toBe(400)
    expect(short.body).toContain('id="password-error">The password needs at least 8 characters</p>')
    expect(short.body).toMatch(
      /name="password"[^>]* autofocus[^>]* aria-invalid="true" aria-describedby="password-error"/,
    )
    const empty = await sendForm('/api/signup', { email: '', password: '', firstName: ' ' })
    for (const words of ['Please enter your first name', 'Please enter an e-mail address'])
      expect(empty.body).toContain(`-error">${words}</p>`)
    expect(empty.body).not.toContain('role="alert"')
    expect(short.body).not.toContain('secret!')
  })
})

describe('signing in', () => {
  test('returns the user, whatever the case of the e-mail', async () => {
    const { user } = await signUp(app.url, { email: `Ünal.${newEmail()}` })
    for (const email of [user.email, user.email.toUpperCase(), ` ${user.email.toLowerCase()}`]) {
      const client = new Client(app.url)
      const { status, body } = await client.post('/api/login', { email, password: PASSWORD })
      expect([status, body]).toEqual([200, user])
      expect((await client.get('/api/auth/user')).body).toEqual(user)
    }
    const { status, headers } = await sendForm('/api/login', { email: user.email, password: PASSWORD })
    expect([status, headers.get('location')]).toEqual([303, '/'])
  })

  test('with a wrong e-mail or a wrong password is 401 with one message', async () => {
    const { user } = await signUp(app.url)
    const client = new Client(app.url)
    const wrong = [
      { email: user.email, password: 'not this one' },
      { email: newEmail(), password: PASSWORD },
      { email: user.email, password: `${PASSWORD} ` },
      { email: user.email, password: 'x'.repeat(60_000) },
    ]
    const answers = await Promise.all(wrong.map(fields => client.post('/api/login', fields)))
    for (const answer of answers) expect(expectError(answer, 401, 'UNAUTHORIZED')).toEqual(answers[0]?.body)
    for (const fields of wrong) {
      const { status, body } = await sendForm('/api/login', fields, client)
      expect(status).toBe(401)
      expect(body).toContain('Wrong e-mail or password')
      expect(body).toContain(`value="${fields.email}"`)
      expect(body).not.toContain(fields.password)
    }
    expect(client.cookie).toBeUndefined()
  })

  test('ends the session of the request, which prevents session fixation', async () => {
    const attacker = await signUp(app.url)
    const planted = attacker.cookie
    const { user } = await signUp(app.url)
    const victim = new Client(app.url)
    victim.cookie = planted
    await victim.post('/api/login', { email: user.email, password: PASSWORD })
    expect(victim.cookie).not.toBe(planted)
    expect((await victim.get<User>('/api/auth/user')).body.id).toBe(user.id)
    expectError(await attacker.get('/api/auth/user'), 401)
  })
})

test('the page has the form of the sign-in or the sign-up, which signs in and redirects to /', async () => {
  const client = new Client(app.url)
  for (const [query, target] of [
    ['', '/api/login'],
    ['?new', '/api/signup'],
    ['?form=signup', '/api/signup'],
    ['?form=x', '/api/login'],
  ]) {
    const { status, body } = await client.get<string>(`/api/login${query}`)
    expect([status, body]).toEqual([200, expect.stringContaining(`<form method="post" action="${target}">`)])
  }
  const { status, headers } = await sendForm('/api/signup', account(), client)
  expect([status, headers.get('location')]).toEqual([303, '/'])
  const page = await client.get('/api/login')
  expect([page.status, page.headers.get('location')]).toEqual([302, '/'])
})

describe('the cookie', () => {
  test('is HttpOnly, Lax, 30 days, and Secure on https', async () => {
    const plain = expect.stringMatching(/^session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await signUpAt(app.url)).headers.getSetCookie()).toEqual([plain])
    const [secure = ''] = (await signUpAt(secureApp.url)).headers.getSetCookie()
    expect(secure).toMatch(/; Secure/)
    // One of another server does not work.
    const stranger = Object.assign(new Client(app.url), { cookie: secure.split(';')[0] })
    expectError(await stranger.get('/api/auth/user'), 401)
  })

  test('and its copies stop working after signing out, but other sessions stay', async () => {
    const person = await signUp(app.url)
    const elsewhere = await anotherBrowser(person)
    const copy = Object.assign(new Client(app.url), { cookie: person.cookie })
    expect((await copy.get('/api/auth/user')).status).toBe(200)
    // A link preview requests the address without a user's intention.
    const headers = { cookie: person.cookie ?? '' }
    expect((await fetch(`${app.url}/api/logout`, { method: 'HEAD', headers })).status).toBe(405)
    expect((await copy.get('/api/auth/user')).status).toBe(200)
    const out = await person.get('/api/logout')
    expect([out.status, out.headers.get('location')]).toEqual([302, '/'])
    expect(out.headers.getSetCookie()[0]).toMatch(/^session=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/)
    expectError(await copy.get('/api/auth/user'), 401)
    expectError(await copy.get('/api/sniff'), 401)
    expect((await elsewhere.get('/api/auth/user')).status).toBe(200)
    expect((await copy.get('/api/logout')).status).toBe(302)
    const script = await elsewhere.send('GET', '/api/logout', undefined, { accept: 'application/json' })
    expect([script.status, script.body]).toEqual([200, { ok: true }])
    expectError(await elsewhere.get('/api/auth/user'), 401)
  })
})

test.each([
  ['/api/login', {}],
  ['/api/forgot', {}],
  ['/api/reset?token=x', {}],
  ['/api/docs', { 'accept-encoding': 'identity' }],
  ['/', {}],
])('%s begins in the chosen theme, before any script', async (path, headers) => {
  const rootOf = async (cookie: string) => {
    const page = await (await fetch(app.url + path, { headers: { ...headers, cookie } })).text()
    // A browser that lost the cookie still knows the theme.
    expect(page).toContain('src="/theme.js"')
    return /<html[^>]*>/.exec(page)?.[0]
  }
  expect(await rootOf('theme=dark')).toContain('class="dark"')
  expect(await rootOf('theme=light')).toContain('class="light"')
})

const COMPOSED = 'ma\u00f1ana f\u00fcr alle 7'
const DECOMPOSED = 'man\u0303ana fu\u0308r alle 7'
const signIn = (email: string, password: string) => new Client(app.url).post('/api/login', { email, password })

test.each([
  ['one character', COMPOSED],
  ['two characters', DECOMPOSED],
  ['spaces of another kind', COMPOSED.replaceAll(' ', '\u00a0')],
])('a password chosen with %s signs in from a device that types otherwise', async (_, chosen) => {
  const { email, id } = (await signUp(app.url, { password: chosen })).user
  const others = [COMPOSED, DECOMPOSED, COMPOSED.replaceAll(' ', '\u3000')]
  for (const typed of others) expect((await signIn(email, typed)).status).toBe(200)
  expectError(await signIn(email, 'manana fur alle 7'), 401)
  // As releases stored it that took it as it was typed. They knew no other spaces.
  const users = app.services.db.updateTable('users').where('id', '=', id)
  await users.set({ password_hash: await hash(chosen) }).execute()
  const ways = chosen.includes('\u00a0') ? [chosen] : [chosen, COMPOSED, DECOMPOSED]
  for (const typed of ways) expect((await signIn(email, typed)).status).toBe(200)
  expectError(await signIn(email, PASSWORD), 401)
})

test('the current password is asked for in either form, and a script may choose any of 8 to 256 characters', async () => {
  const owner = await signUp(app.url, { password: '12345678' })
  const change = (current: string, password: string) => owner.post('/api/account/password', { current, password })
  // As one character each, it is as long as a password may be.
  const longest = 'n\u0303'.repeat(256)
  for (const [current, password] of [
    ['12345678', 'password'],
    ['password', DECOMPOSED],
    [COMPOSED, longest],
  ] as const) {
    expect((await change(current, password)).status).toBe(200)
    expect((await signIn(owner.user.email, password)).status).toBe(200)
  }
  expectError(await change(`${longest}n`, PASSWORD), 403, 'FORBIDDEN')
})
