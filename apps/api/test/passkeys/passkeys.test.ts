import { passkeySchema } from '@barkyard/domain/schemas/passkey'
import type { User } from '@barkyard/domain/schemas/user'
import { describe, expect, test } from 'vitest'
import { Authenticator, type Lies, withPasskey } from '../authenticator.ts'
import { Client, PASSWORD, type Person, signUp } from '../client.ts'
import { mailApp } from '../mail-app.ts'
import { expectError, expectShape } from '../shape.ts'
import { openChat } from '../socket.ts'
import { makeToken } from '../tokens.ts'

const { app, later, settled, mailsTo, subjectsTo, verify } = await mailApp()
const origin = () => app.services.config.publicUrl
const added = async (person: Person) => withPasskey(person, origin())
const signInWithPassword = ({ user }: Person, password = PASSWORD) =>
  new Client(app.url).post('/api/login', { email: user.email, password })
const subjects = async (person: Person) => {
  await settled()
  return subjectsTo(person)
}

test('an owner adds a passkey, signs in with it alone, and removes it with all that was made with it', async () => {
  const owner = await signUp(app.url)
  await verify(owner)
  const { browser, passkeyId } = await added(owner)
  expect((await browser.get<User>('/api/auth/user')).body.id).toBe(owner.user.id)
  const [passkey] = (await owner.get<unknown[]>('/api/passkeys')).body
  const shown = { id: passkeyId, name: 'Phone', lastUsedAt: expect.any(String) }
  expect(expectShape(passkeySchema, passkey)).toMatchObject(shown)
  const { script } = await makeToken(browser)
  const withPassword = await makeToken(owner)
  const chat = await openChat(browser)
  // The password no longer decides about passkeys, and a token never does.
  expectError(await owner.delete(`/api/passkeys/${passkeyId}`), 403, 'sign-in-again')
  expectError(await script.get('/api/passkeys'), 403, 'token')
  expectError(await browser.delete('/api/passkeys/none'), 404, 'passkey-not-found')
  expect((await browser.delete(`/api/passkeys/${passkeyId}`)).status).toBe(200)
  expect((await chat.closed).code).toBe(4401)
  for (const ended of [browser, script]) expect((await ended.get('/api/my-dogs')).status).toBe(401)
  for (const stays of [owner, withPassword.script]) expect((await stays.get('/api/my-dogs')).status).toBe(200)
  expect(await subjects(owner)).toEqual([
    'A passkey was added to your Barkyard account',
    'A passkey was removed from your Barkyard account',
  ])
  expect(mailsTo(owner)[0]?.text).toContain('Phone')
})

test('an owner has at most 10, none of them twice, and adds one within 10 minutes of a sign-in', async () => {
  const [owner, other] = [await signUp(app.url), await signUp(app.url)]
  const { browser, authenticator } = await added(owner)
  expectError(await authenticator.addTo(browser), 409, 'passkey-taken')
  for (let count = 1; count < 9; count++) await new Authenticator(origin()).addTo(browser)
  const elsewhere = new Client(app.url)
  await authenticator.signIn(elsewhere)
  // Two at once, each of which is the tenth.
  const answers = await Promise.all([browser, elsewhere].map(one => new Authenticator(origin()).addTo(one)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expectError(await browser.post('/api/passkeys/options'), 409, 'passkeys-full')
  expect((await browser.get<unknown[]>('/api/passkeys')).body).toHaveLength(10)
  later(11)
  expectError(await other.post('/api/passkeys/options'), 403, 'sign-in-again')
})

test('an owner may require one: a password alone is 401 then, and the last one stays, also with a new password', async () => {
  const owner = await signUp(app.url)
  const require = (person: Client, requirePasskey: boolean) => person.patch<User>('/api/account', { requirePasskey })
  expectError(await require(owner, true), 409, 'no-passkey')
  const { browser, passkeyId } = await added(owner)
  const { script } = await makeToken(browser)
  expectError(await require(script, true), 403, 'token')
  expect((await require(owner, true)).body.requirePasskey).toBe(true)
  expectError(await signInWithPassword(owner), 401, 'passkey-required')
  expectError(await signInWithPassword(owner, 'no'), 401, 'wrong-credentials')
  const form = new URLSearchParams({ email: owner.user.email, password: PASSWORD })
  expect((await new Client(app.url).post('/api/login', form)).status).toBe(401)
  expectError(await browser.delete(`/api/passkeys/${passkeyId}`), 409, 'last-passkey')
  // Who has only the password's session cannot go back to the password.
  expectError(await require(owner, false), 403, 'sign-in-again')
  expect((await require(browser, false)).body.requirePasskey).toBe(false)
  expect((await signInWithPassword(owner)).status).toBe(200)
  // It stays with a new password, and the mail lists it.
  await verify(owner)
  await owner.post('/api/account/password', { current: PASSWORD, password: 'battery staple horse' })
  expect(await subjects(owner)).toContain('Your Barkyard password was changed')
  expect(mailsTo(owner).at(-1)?.text).toContain('Your passkeys still work: ')
  expect((await owner.get<unknown[]>('/api/passkeys')).body).toHaveLength(1)
})

describe('a reply', () => {
  const LIES: [string, (honest: { challenge: string }) => Lies][] = [
    ['to another challenge', () => ({ challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })],
    ['from another origin', () => ({ origin: 'https://yard.test.evil.test' })],
    ['for another domain', () => ({ rpId: 'evil.test' })],
    ['of a user who is not there', () => ({ flags: 4 })],
    ['of a user who was not recognised', () => ({ flags: 1 })],
    ['of the other kind', () => ({ type: 'payment.get' })],
  ]

  test.each(LIES)('%s neither adds a passkey nor signs in', async (_, lie) => {
    const owner = await signUp(app.url)
    const liar = new Authenticator(origin())
    const { body: options } = await owner.post<never>('/api/passkeys/options')
    const response = liar.create(options, lie(options))
    const { issues } = expectError(await owner.post('/api/passkeys', { name: 'x', response }), 400)
    expect(issues?.[0]?.path).toEqual(['response'])
    // The challenge is used up by it.
    expectError(await owner.post('/api/passkeys', { name: 'x', response: liar.create(options) }), 400)
    const { authenticator } = await added(owner)
    const signIn = await authenticator.signIn(new Client(app.url), lie({ challenge: '' }))
    expectError(signIn, 401, 'passkey-refused')
  })

  test('counts for its passkey and account, once, within 5 minutes, in the browser that asked', async () => {
    const [{ authenticator, browser }, other] = [await added(await signUp(app.url)), await added(await signUp(app.url))]
    const { id, userHandle } = other.authenticator
    for (const lies of [{ id }, { userHandle }, { id: 'bm9uZQ' }])
      expectError(await authenticator.signIn(new Client(app.url), lies), 401)
    const ask = async (client: Client) => (await client.post<{ challenge: string }>('/api/login/passkey/options')).body
    const reply = (client: Client, response: unknown) => client.post('/api/login/passkey', { response })
    const [own, elsewhere] = [new Client(app.url), new Client(app.url)]
    await ask(elsewhere)
    const stolen = authenticator.get(await ask(own))
    expectError(await reply(elsewhere, stolen), 401)
    expectError(await reply(new Client(app.url), stolen), 401)
    const cookie = own.cookie
    expect((await reply(own, stolen)).status).toBe(200)
    own.cookie = cookie
    expectError(await reply(own, stolen), 401)
    const late = authenticator.get(await ask(own))
    later(5)
    expectError(await reply(own, late), 401)
    // Signing in again keeps the browser's challenge beside its session.
    expect((await authenticator.signIn(browser)).status).toBe(200)
    expect((await browser.get('/api/auth/user')).status).toBe(200)
  })

  test('whose counter goes back is 401, locks the passkey, and is told by mail', async () => {
    const owner = await signUp(app.url)
    await verify(owner)
    const { authenticator, browser } = await added(owner)
    // Those that do not count go on.
    expect((await authenticator.signIn(new Client(app.url))).status).toBe(200)
    authenticator.counter = 7
    expect((await authenticator.signIn(new Client(app.url))).status).toBe(200)
    for (const counter of [8, 99]) {
      const locked = await authenticator.signIn(new Client(app.url), { counter })
      expectError(locked, 401, 'passkey-locked')
    }
    expect((await browser.get('/api/passkeys')).body).toMatchObject([{ locked: true }])
    expect((await subjects(owner)).filter(subject => /locked/.test(subject))).toHaveLength(1)
    // No passkey works any more, so the password decides again.
    expectError(await owner.patch('/api/account', { requirePasskey: true }), 409)
    expect((await new Authenticator(origin()).addTo(owner)).status).toBe(200)
  })
})
