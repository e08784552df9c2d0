import { setRole } from '@barkyard/db/queries/account/users'
import { notifyUser } from '@barkyard/db/queries/notify'
import type { AdminUser } from '@barkyard/domain/schemas/admin'
import type { User } from '@barkyard/domain/schemas/user'
import { describe, expect, test } from 'vitest'
import { Client, createDog, PASSWORD, signUp } from '../client.ts'
import { expectRefused, expectSignedIn, oidcApp, somebody, userOf } from '../oidc.ts'
import type { ProviderPerson } from '../provider.ts'
import { expectError } from '../shape.ts'
import { openSocket } from '../socket.ts'
import { bearer, makeToken } from '../tokens.ts'

const ADMIN = 'Boss@Example.test'
const { app, before, signInAs } = oidcApp({ env: { ADMIN_EMAILS: `other@example.test, ${ADMIN}` }, hasBefore: true })

describe('an e-mail', () => {
  test('that is verified takes over an account made in advance, ending its password, sessions, tokens, sockets and rights', async () => {
    const person = somebody()
    const squatter = await signUp(before.url, { email: person.email?.toUpperCase() ?? '' })
    await setRole(app.services.db, squatter.user.email, 'admin')
    const urgent = { caseId: squatter.user.id, kind: 'danger', dogName: 'Rex' } as const
    const news = { event: 'case-urgent', details: urgent, userId: squatter.user.id } as const
    await notifyUser(app.services.db, news, new Date())
    const dog = await createDog(squatter)
    const { token } = await makeToken(squatter)
    const withToken = () => new Client(app.url).send('GET', '/api/my-dogs', undefined, bearer(token))
    // Loaded by the process that joins the accounts: its cache and sockets must end.
    expect((await withToken()).status).toBe(200)
    const [chat, tokenChat] = [await openSocket(app.url, bearer(token)), await openSocket(app.url, bearer(token))]
    tokenChat.send({ type: 'auth', userId: squatter.user.id })
    const { browser, answer } = await signInAs(person)
    expectSignedIn(answer)
    expect(await userOf(browser)).toMatchObject({ id: squatter.user.id, isAdmin: false, emailVerified: true })
    // Notifications of admins name reported dogs.
    expect((await browser.app.get('/api/notifications')).body).toEqual([])
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
    // Nor is the demo's.
    const demo = await signUp(before.url)
    await app.services.db.updateTable('users').set({ is_demo: true }).where('id', '=', demo.user.id).execute()
    await expectRefused(await signInAs(somebody({ email: demo.user.email })), 409, /account with your e-mail/)
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
    await setRole(app.services.db, account.email ?? '', 'admin')
    app.services.sessions.forget([account.id], [])
    const heir = await signInAs(somebody({ email: former.email?.toUpperCase() }))
    expectSignedIn(heir.answer)
    const own = await userOf(heir.browser)
    expect(own).toMatchObject({ email: former.email?.toUpperCase(), isAdmin: false })
    expect(own.id).not.toBe(account.id)
    expect((await heir.browser.app.get('/api/my-dogs')).body).toEqual([])
    expect(await userOf(old.browser)).toMatchObject({ id: account.id, email: null, emailVerified: false })
    const { body } = await old.browser.app.get<AdminUser[]>('/api/admin/users?sort=email')
    expect(body.find(user => user.id === account.id)).toMatchObject({ email: null, firstName: 'Robin' })
    const again = await signInAs({ ...former, email: `new-${former.sub}@example.test` })
    expect(await userOf(again.browser)).toMatchObject({ id: account.id, email: `new-${former.sub}@example.test` })
  })

  test('that is verified is updated at sign-in, even if two users swap theirs', async () => {
    const [one, two] = [somebody(), somebody()]
    const accounts = [await signInAs(one), await signInAs(two)]
    const [first, second] = await Promise.all(accounts.map(({ browser }) => userOf(browser)))
    const swapped = [await signInAs({ ...one, email: two.email }), await signInAs({ ...two, email: one.email })]
    const users = await Promise.all(swapped.map(({ browser }) => userOf(browser)))
    expect(users).toMatchObject([
      { id: first?.id, email: two.email },
      { id: second?.id, email: one.email },
    ])
    const unverified = { ...one, email: 'claimed@example.test', email_verified: false }
    expect(await userOf((await signInAs(unverified)).browser)).toMatchObject({ id: first?.id, email: two.email })
  })

  test('that is verified, also as text, is confirmed, at the first sign-in or a later one; else it can be only at the provider', async () => {
    const person = somebody({ email_verified: false })
    const { browser } = await signInAs(person)
    expect(await userOf(browser)).toMatchObject({ emailVerified: false })
    expectError(await browser.app.post('/api/account/verify-email'), 404, 'NOT_FOUND')
    const verified = { ...person, email_verified: true }
    // What was confirmed once stays, as long as the address does. Some providers send text.
    for (const later of [verified, person, somebody(), somebody({ email_verified: 'true' })])
      expect(await userOf((await signInAs(later)).browser)).toMatchObject({ emailVerified: true })
  })

  test('is the same account in both forms of its domain and in every spelling', async () => {
    const person = somebody({ email: `${somebody().sub}@bücher.example` })
    const account = await userOf((await signInAs(person)).browser)
    const ascii = person.email?.replace('bücher', 'xn--bcher-kva') ?? ''
    for (const email of [ascii, ascii.toUpperCase(), ` ${ascii}\u200b`]) {
      expect((await userOf((await signInAs({ ...person, email })).browser)).id).toBe(account.id)
    }
    expect((await userOf((await signInAs(somebody({ email: ascii }))).browser)).id).not.toBe(account.id)
    expect(await userOf((await signInAs({ ...person, email_verified: false })).browser)).toMatchObject({ email: null })
  })

  test.each([undefined, '', '<a@example.test>'])('%j is none: nobody is signed in', async email => {
    await expectRefused(await signInAs({ ...somebody(), email }), 400, /did not send us your e-mail/)
  })
})

const isAdmin = async (person: ProviderPerson) => (await userOf((await signInAs(person)).browser)).isAdmin

test('ADMIN_EMAILS makes who signs in with a verified address an admin, not another account with that address', async () => {
  const boss = somebody({ email: ADMIN.toLowerCase(), email_verified: false })
  expect(await isAdmin(boss)).toBe(false)
  expect(await isAdmin({ ...boss, email_verified: true })).toBe(true)
  const elsewhere = somebody()
  expect(await isAdmin(elsewhere)).toBe(false)
  const squatter = await signUp(before.url, { email: 'other@example.test' })
  expect(await isAdmin({ ...elsewhere, email: 'other@example.test' })).toBe(true)
  before.services.sessions.forget([squatter.user.id], [])
  expect((await squatter.get<User>('/api/auth/user')).body.isAdmin).toBe(false)
})

test.each([
  ...['login', 'signup', 'login/demo/owner', 'login/demo/admin'],
  ...['forgot', 'reset', 'verify-email', 'change-email'],
])('POST /api/%s is 404: built-in accounts are closed', async path => {
  const fields = { email: 'owner@example.test', password: PASSWORD, firstName: 'A', lastName: 'B' }
  expectError(await new Client(app.url).post(`/api/${path}`, fields), 404, 'NOT_FOUND')
  // Forms are not even parsed any more.
  expect((await new Client(app.url).send('POST', `/api/${path}`, new URLSearchParams(fields))).status).toBe(404)
})
