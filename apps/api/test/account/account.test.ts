import { resetJobKey } from '@barkyard/db/queries/account/links'
import type { AccountSetup } from '@barkyard/domain/schemas/account'
import type { Notification } from '@barkyard/domain/schemas/notification'
import type { User } from '@barkyard/domain/schemas/user'
import { until } from '@barkyard/postgres/testing/until'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testApp } from '../app.ts'
import { anotherBrowser, Client, ownerWithDog, PASSWORD, signUp, unique } from '../client.ts'
import { testMailbox } from '../mailbox.ts'
import { testPushService } from '../push-service.ts'
import { expectError } from '../shape.ts'
import { openChat } from '../socket.ts'
import { makeToken } from '../tokens.ts'

const mailbox = await testMailbox()
const service = await testPushService()
const app = testApp({ SMTP_URL: mailbox.url, PUSH_HOSTS: service.host })

const NEW_PASSWORD = 'battery staple horse'
const signIn = (email: string, password: string) => new Client(app.url).post<User>('/api/login', { email, password })
const reset = (token: string, password = NEW_PASSWORD) => new Client(app.url).post('/api/reset', { token, password })
/** The token of a mailed link. */
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''

async function forgetPassword(email: string, nth = 1): Promise<string> {
  const { status, body } = await new Client(app.url).post('/api/forgot', { email })
  expect([status, body]).toEqual([200, { ok: true }])
  const { link } = await mailbox.mailTo(email, { nth, subject: /^Reset/ })
  // Until the mail is handed over, asking again is the same job.
  await until(() => jobsOf(email).execute(), [])
  return tokenOf(link)
}
/** The jobs that mail a link which resets the password. */
const jobsOf = (email: string) => app.services.db.selectFrom('jobs').select('id').where('key', '=', resetJobKey(email))

describe('a forgotten password', () => {
  test('is reset by a mailed link, which ends every session and token, and an unknown address gets no mail', async () => {
    const owner = await signUp(app.url)
    const { script } = await makeToken(owner)
    const unknown = `nobody-${unique()}@example.test`
    expect((await new Client(app.url).post('/api/forgot', { email: unknown })).body).toEqual({ ok: true })
    expect(await reset(await forgetPassword(owner.user.email))).toMatchObject({ status: 200, body: { ok: true } })
    for (const ended of [owner, script]) expect((await ended.get('/api/my-dogs')).status).toBe(401)
    expect((await signIn(owner.user.email, PASSWORD)).status).toBe(401)
    expect(await signIn(owner.user.email, NEW_PASSWORD)).toMatchObject({ status: 200, body: { emailVerified: true } })
    await mailbox.mailTo(owner.user.email, { subject: /password was changed/ })
    // Its mail would have come before.
    expect(mailbox.mails.filter(({ to }) => to === unknown)).toEqual([])
    await owner.post('/api/login', { email: owner.user.email, password: NEW_PASSWORD })
    const told = { kind: 'account', title: 'Your password was changed' }
    expect((await owner.get<Notification[]>('/api/notifications')).body).toMatchObject([told])
  })

  test('stays where the link has expired, or a newer one was sent', async () => {
    const { user } = await signUp(app.url)
    const tokens = [await forgetPassword(user.email), await forgetPassword(user.email, 2)]
    expectError(await reset(tokens[0] ?? ''), 400)
    const links = app.services.db.updateTable('account_links').where('user_id', '=', user.id)
    await links.set({ expires_at: new Date() }).execute()
    expectError(await reset(tokens[1] ?? ''), 400)
    expect((await signIn(user.email, PASSWORD)).status).toBe(200)
  })

  test('can be reset with pages and forms without JavaScript', async () => {
    const { user } = await signUp(app.url)
    const browser = new Client(app.url)
    expect((await browser.get<string>('/api/login')).body).toContain('href="/api/forgot"')
    expect((await browser.get<string>('/api/forgot')).body).toContain('<form method="post" action="/api/forgot">')
    const sent = await browser.post<string>('/api/forgot', new URLSearchParams({ email: user.email }))
    expect([sent.status, sent.body]).toEqual([200, expect.stringContaining('If an account has this address')])
    const { link } = await mailbox.mailTo(user.email, { subject: /^Reset/ })
    const token = tokenOf(link)
    const page = await browser.get<string>(`/api/reset?token=${token}`)
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('action="/api/reset"')])
    const send = (password: string) =>
      browser.post<string>(`/api/reset?token=${token}`, new URLSearchParams({ password }))
    const short = await send('short')
    expect([short.status, short.body]).toEqual([400, expect.stringContaining('at least 8 characters')])
    // The page that is shown again sends the token with its form.
    expect(short.body).toContain(token)
    const common = await browser.post<string>('/api/reset', new URLSearchParams({ token, password: 'password1' }))
    expect([common.status, common.body]).toEqual([400, expect.stringContaining('>Too many people use this password')])
    const done = await send(NEW_PASSWORD)
    expect([done.status, done.body]).toEqual([200, expect.stringContaining('Your password was changed')])
    expect((await signIn(user.email, NEW_PASSWORD)).status).toBe(200)
  })

  test('a link works after a mail scanner has opened it, once even if it is used twice at once, and nothing else ever does', async () => {
    const { user } = await signUp(app.url)
    const token = await forgetPassword(user.email)
    const links = app.services.db.selectFrom('account_links').select('id').where('user_id', '=', user.id)
    const { id } = await links.where('purpose', '=', 'reset-password').executeTakeFirstOrThrow()
    const madeUp = `${crypto.randomUUID()}.${'A'.repeat(43)}`
    // Among them all that is stored of it.
    const others = ['', 'x', '.', `${token}x`, token.slice(0, -2), token.repeat(9), id, madeUp]
    const refused = await Promise.all(others.map(other => reset(other)))
    for (let scans = 0; scans < 3; scans++)
      expect((await new Client(app.url).get(`/api/reset?token=${token}`)).status).toBe(200)
    const passwords = ['first password', 'second password']
    const answers = await Promise.all(passwords.map(password => reset(token, password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect((await signIn(user.email, winner)).status).toBe(200)
    const used = expectError(await reset(token), 400, 'BAD_REQUEST')
    expect(used.message).toMatch(/^This link no longer works/)
    for (const answer of refused) expect(answer).toMatchObject({ status: 400, body: used })
    expect((await new Client(app.url).get(`/api/reset?token=${token}`)).status).toBe(400)
  })
})

describe('an address', () => {
  test('is confirmed by the link that a sign-up sends, or by one that its owner asks for', async () => {
    const owner = await signUp(app.url)
    const isVerified = async () => (await owner.get<User>('/api/auth/user')).body.emailVerified
    const { link } = await mailbox.mailTo(owner.user.email, { subject: /^Confirm/ })
    const page = await owner.get<string>(`/api/verify-email?token=${tokenOf(link)}`)
    expect(page.body).toContain('Is this e-mail address yours?')
    expect((await owner.post('/api/account/verify-email')).status).toBe(200)
    const { link: again } = await mailbox.mailTo(owner.user.email, { subject: /^Confirm/, nth: 2 })
    expect(await isVerified()).toBe(false)
    // The token may stay in the address, and nobody needs to be signed in.
    expect((await new Client(app.url).post(`/api/verify-email?token=${tokenOf(again)}`)).status).toBe(200)
    expect(await isVerified()).toBe(true)
    expectError(await owner.post('/api/account/verify-email'), 409, 'CONFLICT')
  })

  test('changes once the new one is confirmed, without a sign-in, and the old one gets a notice', async () => {
    const owner = await signUp(app.url)
    const email = `new-${unique()}@example.test`
    expectError(await owner.post('/api/account/email', { password: 'not this one', email }), 403, 'FORBIDDEN')
    expect((await owner.post('/api/account/email', { password: PASSWORD, email })).status).toBe(200)
    await mailbox.mailTo(owner.user.email, { subject: /about to change/ })
    const { link } = await mailbox.mailTo(email, { subject: /new e-mail address/ })
    expect((await owner.get<User>('/api/auth/user')).body.email).toBe(owner.user.email)
    expect((await new Client(app.url).post('/api/change-email', { token: tokenOf(link) })).status).toBe(200)
    expect((await owner.get<User>('/api/auth/user')).body).toMatchObject({ email, emailVerified: true })
    expect((await signIn(email, PASSWORD)).status).toBe(200)
    expect((await signIn(owner.user.email, PASSWORD)).status).toBe(401)
  })

  test('that is taken is refused, at once and if it was taken meanwhile', async () => {
    const owner = await signUp(app.url)
    const other = await signUp(app.url)
    const taken = await owner.post('/api/account/email', { password: PASSWORD, email: other.user.email.toUpperCase() })
    expectError(taken, 409, 'CONFLICT')
    const email = `contested-${unique()}@example.test`
    await owner.post('/api/account/email', { password: PASSWORD, email })
    const { link } = await mailbox.mailTo(email)
    await signUp(app.url, { email })
    expectError(await owner.post('/api/change-email', { token: tokenOf(link) }), 409, 'CONFLICT')
  })
})

describe('a password', () => {
  test('changes with the current one, which ends other sessions with their sockets and pushes', async () => {
    const owner = await signUp(app.url)
    const elsewhere = await anotherBrowser(owner)
    const chat = await openChat(elsewhere)
    for (const browser of [owner, elsewhere])
      expect((await browser.post('/api/push/endpoints', service.subscribe())).status).toBe(200)
    const change = (current: string, password: string) => owner.post('/api/account/password', { current, password })
    expectError(await change('wrong one', NEW_PASSWORD), 403)
    for (const short of ['1234567', '']) expectError(await change(PASSWORD, short), 400, 'BAD_REQUEST')
    expect((await change(PASSWORD, NEW_PASSWORD)).status).toBe(200)
    expect((await chat.closed).code).toBe(4401)
    expect((await elsewhere.get('/api/auth/user')).status).toBe(401)
    expect((await signIn(owner.user.email, NEW_PASSWORD)).status).toBe(200)
    await mailbox.mailTo(owner.user.email, { subject: /password was changed/ })
    // Typed again in the same browser it leaves its pushes on, too.
    await owner.post('/api/login', { email: owner.user.email, password: NEW_PASSWORD })
    expect((await owner.get('/api/push/endpoints')).body).toMatchObject([{ current: true }])
  })

  test('that is changed ends the link that was mailed to reset the former one, and the mail that waits', async () => {
    const owner = await signUp(app.url)
    const token = await forgetPassword(owner.user.email)
    mailbox.mood = 'refuse'
    onTestFinished(() => {
      mailbox.mood = 'take'
    })
    await new Client(app.url).post('/api/forgot', { email: owner.user.email })
    expect(await jobsOf(owner.user.email).execute()).toHaveLength(1)
    expect((await owner.post('/api/account/password', { current: PASSWORD, password: NEW_PASSWORD })).status).toBe(200)
    expect(await jobsOf(owner.user.email).execute()).toEqual([])
    expectError(await reset(token, PASSWORD), 400)
    expect((await signIn(owner.user.email, NEW_PASSWORD)).status).toBe(200)
  })
})

test('only the sent fields of a name change', async () => {
  const owner = await signUp(app.url)
  const { status, body } = await owner.patch<User>('/api/account', { firstName: '  Kim ' })
  expect([status, body.firstName, body.lastName]).toEqual([200, 'Kim', 'Hale'])
  for (const wrong of [{ firstName: ' ' }, { lastName: 'x'.repeat(81) }])
    expectError(await owner.patch('/api/account', wrong), 400)
})

test('the settings get the account’s available options', async () => {
  // Who acts as a dog is known for two seconds: the demo is off, and its accounts are signed out.
  const { owner } = await ownerWithDog(app.url)
  const setup = async () => (await owner.get<{ result: { data: AccountSetup } }>('/api/trpc/account.setup')).body.result
  expect(await setup()).toEqual({ data: { hasPassword: true, isDemo: false, sendsMail: true, passkeys: true } })
  await app.services.db.updateTable('users').set({ is_demo: true }).where('id', '=', owner.user.id).execute()
  expect(await setup()).toMatchObject({ data: { isDemo: true } })
})
