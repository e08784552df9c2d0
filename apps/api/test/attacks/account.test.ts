import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { MAIL } from '../../src/platform/mail/mails.ts'
import { type TestApp, testApp } from '../app.ts'
import { Client, createDog, ownerWithDog, PASSWORD, signUp, unique } from '../client.ts'
import { expectTooMany, statuses } from '../limits.ts'
import { testMailbox } from '../mailbox.ts'
import { expectError } from '../shape.ts'
import { callRaw } from './raw.ts'

const mailbox = await testMailbox()
const app = testApp({ SMTP_URL: mailbox.url })
const limited = testApp({ RATE_LIMIT: '1', SMTP_URL: mailbox.url, TRUST_PROXY: 'loopback' })

const anybody = () => new Client(app.url)
const NEW_PASSWORD = 'battery staple horse'
const unknown = () => `nobody-${unique()}@example.test`

test('a link uses the public address, whatever the Host header and a trusted proxy say', async () => {
  const { user } = await signUp(limited.url)
  const host = 'evil.test'
  const headers = { host, 'x-forwarded-host': host, forwarded: `host=${host}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ email: user.email })
  expect((await callRaw(`${limited.url}/api/forgot`, { method: 'POST', headers }, body)).status).toBe(200)
  const { link, html, text: plain, messageId } = await mailbox.mailTo(user.email, { subject: /^Reset/ })
  expect(new URL(link).origin).toBe(limited.services.config.publicUrl.origin)
  for (const part of [html, plain, messageId]) expect(part).not.toContain('evil.test')
})

/** Waits until every mail that is due is sent. */
async function mailsSent({ services }: TestApp): Promise<void> {
  services.jobs.wake(MAIL)
  await until(
    () => services.db.selectFrom('jobs').select('due_at').where('kind', '=', 'mail').execute(),
    jobs => jobs.every(({ due_at }) => due_at > new Date()),
  )
}

/** Sends the mails of all notifications, as if nobody had been seen since. */
async function mailsOfNotificationsSent(of: TestApp): Promise<void> {
  const { db, deliveries, presence } = of.services
  await presence.flush()
  await db
    .updateTable('notifications')
    .set({ mail_at: new Date(0) })
    .where('mail_at', 'is not', null)
    .execute()
  await sql`UPDATE presence SET seen_at = '2000-01-01', visible_until = NULL`.execute(db)
  await deliveries.run()
  await mailsSent(of)
}

const mailsTo = (email: string, subject = /./) =>
  mailbox.mails.filter(mail => mail.to === email && subject.test(mail.subject))

describe('mails that somebody requests for another user', () => {
  const forget = (email: string, from: string) =>
    new Client(limited.url).send('POST', '/api/forgot', { email }, { 'x-forwarded-for': from })

  test('are limited to 5 an hour for one address from one network, known or not', async () => {
    const { user } = await signUp(limited.url)
    for (const email of [user.email, unknown()]) {
      const spellings = [email, email.toUpperCase()]
      for (let n = 0; n < 5; n++) expect((await forget(spellings[n % 2] ?? '', '192.0.2.1')).status).toBe(200)
      expectTooMany(await forget(email, '192.0.2.1'), 3600)
    }
  })

  test('are at most 5 an hour from all networks, and the last link stays: nobody locks an owner out', async () => {
    const { user } = await signUp(limited.url)
    await mailbox.mailTo(user.email, { subject: /^Confirm/ })
    for (let n = 0; n < 8; n++) {
      expect(await forget(user.email, `203.0.113.${n}`)).toMatchObject({ status: 200, body: { ok: true } })
      await mailsSent(limited)
    }
    // The mail that confirms the address was the first of the five.
    const links = mailsTo(user.email, /^Reset/)
    expect(links).toHaveLength(4)
    const token = new URL(links.at(-1)?.link ?? '').searchParams.get('token')
    expect((await new Client(limited.url).post('/api/reset', { token, password: NEW_PASSWORD })).status).toBe(200)
  })

  test('are at most 5 an hour to one address over all accounts that name it, deleted ones too, with the same answer', async () => {
    const victim = `victim-${unique()}@example.test`
    const ids = new Set<string>()
    for (let n = 0; n < 4; n++) {
      const owner = await signUp(limited.url, { email: victim })
      // Nothing is left of the one before.
      expect((await owner.get('/api/my-dogs')).body).toEqual([])
      await createDog(owner)
      ids.add(owner.user.id)
      await mailsSent(limited)
      expect((await owner.delete('/api/account', { password: PASSWORD })).status).toBe(200)
    }
    for (let n = 0; n < 4; n++) {
      const owner = await signUp(limited.url)
      const answer = await owner.post('/api/account/email', { password: PASSWORD, email: victim })
      expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    }
    await mailsSent(limited)
    expect(mailsTo(victim)).toHaveLength(5)
    expect(ids.size).toBe(4)
  })

  test('never use up the reset links of an owner: barks, refused sign-ups, and links that nobody could use', async () => {
    const { owner, dog } = await ownerWithDog(limited.url)
    await mailbox.mailTo(owner.user.email, { subject: /^Confirm/ })
    for (let n = 0; n < 6; n++) {
      const stranger = await ownerWithDog(limited.url)
      await stranger.owner.post('/api/bark', { toDogId: dog.id })
      const again = { email: owner.user.email, password: PASSWORD, firstName: 'Kim' }
      expectError(await new Client(limited.url).post('/api/signup', again), 409)
    }
    await mailsOfNotificationsSent(limited)
    expect(mailsTo(owner.user.email, /^A dog barked/)).toHaveLength(4)
    await forget(owner.user.email, '203.0.113.20')
    await mailsSent(limited)
    expect(mailsTo(owner.user.email, /^Reset/)).toHaveLength(1)

    const email = unknown()
    for (let n = 0; n < 6; n++) {
      await forget(email, `203.0.113.${n}`)
      await mailsSent(limited)
    }
    await signUp(limited.url, { email })
    await mailsSent(limited)
    expect(mailsTo(email, /^Confirm/)).toHaveLength(1)
  })

  test('and are not sent use up nothing: one owner’s many barks leave room for another’s', async () => {
    const { owner, dog } = await ownerWithDog(limited.url)
    const dogs = [dog.id]
    for (let n = 0; n < 5; n++) dogs.push((await createDog(owner)).id)
    const loud = await ownerWithDog(limited.url)
    for (const toDogId of dogs) await loud.owner.post('/api/bark', { toDogId })
    await mailsOfNotificationsSent(limited)
    expect(mailsTo(owner.user.email, /^A dog barked/)).toHaveLength(3)
    const stranger = await ownerWithDog(limited.url)
    await stranger.owner.post('/api/bark', { toDogId: dog.id })
    await mailsOfNotificationsSent(limited)
    expect(mailsTo(owner.user.email, /^A dog barked/)).toHaveLength(4)
  })

  test('contain no words of the sender while the address is not confirmed', async () => {
    const words = 'Visit evil.example'
    const victim = `victim-${unique()}@example.test`
    const owner = await signUp(app.url, { email: victim, firstName: words, lastName: words })
    const other = `evil.example/${unique()}@words.test`
    await owner.post('/api/account/verify-email')
    await owner.post('/api/account/email', { password: PASSWORD, email: other })
    // A new password ends this link, also one that is still to be mailed.
    await until(() => mailsTo(other, /^Confirm/).length, 1)
    await owner.post('/api/account/password', { current: PASSWORD, password: NEW_PASSWORD })
    await anybody().post('/api/forgot', { email: victim })
    const dog = await createDog(owner, { name: words })
    await owner.post('/api/active-dog', { dogId: dog.id })
    const stranger = await ownerWithDog(app.url, { name: words })
    await stranger.owner.post('/api/bark', { toDogId: dog.id })
    await mailsOfNotificationsSent(app)
    const all = [
      ...['Confirm your e-mail address', 'Confirm your new e-mail address', 'Reset your Barkyard password'],
      ...['Your Barkyard address is about to change', 'Your Barkyard password was changed', 'A dog barked at yours'],
    ]
    const mails = await until(
      () => mailbox.mails.filter(({ to }) => to === victim || to === other),
      found => expect(found.map(({ subject }) => subject)).toEqual(expect.arrayContaining(all)),
    )
    for (const { subject, text: plain, html } of mails)
      for (const part of [subject, plain, html]) expect(part).not.toContain('evil.example')
  })

  test('are 5 an hour of links that confirm an address', async () => {
    const owner = await signUp(limited.url)
    expect(await statuses(5, () => owner.post('/api/account/verify-email'))).toEqual(Array(5).fill(200))
    expectTooMany(await owner.post('/api/account/verify-email'), 3600)
    const change = { password: PASSWORD, email: `new-${unique()}@example.test` }
    expectTooMany(await owner.post('/api/account/email', change), 3600)
  })

  test('are limited to 20 an hour from one network', async () => {
    expect(await statuses(20, () => forget(unknown(), '198.51.100.7'))).toEqual(Array(20).fill(200))
    const refused = await forget(unknown(), '198.51.100.7')
    expectTooMany(refused, 3600)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50 * 60)
    expect((await forget(unknown(), '198.51.100.8')).status).toBe(200)
  })
})

test('a stolen cookie allows ten guesses of the password a minute, over all calls together, also simultaneous ones', async () => {
  const owner = await signUp(limited.url)
  const guess = (n: number) => {
    const password = `guess number ${n}`
    if (n % 3 === 0) return owner.post('/api/account/password', { current: password, password: NEW_PASSWORD })
    return n % 3 === 1 ? owner.delete('/api/account', { password }) : owner.post('/api/account/export', { password })
  }
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n)))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(403), ...Array(20).fill(429)])
  // The correct password is refused too after them.
  expectTooMany(await owner.delete('/api/account', { password: PASSWORD }), 60)
})

test('a mailed link works for its own purpose alone, and none resets the password once the address is another', async () => {
  const owner = await signUp(app.url)
  const email = `new-${unique()}@example.test`
  await owner.post('/api/account/email', { password: PASSWORD, email })
  await anybody().post('/api/forgot', { email: owner.user.email })
  const tokenTo = async (address: string, subject: RegExp) =>
    new URL((await mailbox.mailTo(address, { subject })).link).searchParams.get('token') ?? ''
  const tokens = {
    'verify-email': await tokenTo(owner.user.email, /^Confirm/),
    'change-email': await tokenTo(email, /^Confirm/),
    reset: await tokenTo(owner.user.email, /^Reset/),
  }
  for (const [purpose, token] of Object.entries(tokens))
    for (const path of Object.keys(tokens).filter(one => one !== purpose)) {
      expectError(await anybody().post(`/api/${path}`, { token, password: NEW_PASSWORD }), 400, 'BAD_REQUEST')
      expect((await anybody().get(`/api/${path}?token=${token}`)).status).toBe(400)
    }
  expect((await owner.get('/api/auth/user')).body).toMatchObject({ email: owner.user.email, emailVerified: false })
  expect((await anybody().post('/api/change-email', { token: tokens['change-email'] })).status).toBe(200)
  expectError(await anybody().post('/api/reset', { token: tokens.reset, password: NEW_PASSWORD }), 400)
  expect((await anybody().post('/api/login', { email, password: PASSWORD })).status).toBe(200)
})
