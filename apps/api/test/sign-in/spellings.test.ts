import { setRole } from '@barkyard/db/queries/account/users'
import type { User } from '@barkyard/domain/schemas/user'
import { expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { Client, PASSWORD, signUp, unique } from '../client.ts'
import { expectTooMany } from '../limits.ts'
import { testMailbox } from '../mailbox.ts'
import { expectError } from '../shape.ts'

const mailbox = await testMailbox()
const app = testApp({ SMTP_URL: mailbox.url, RATE_LIMIT: '1' })

const newName = () => `owner${unique()}`
const NAMES = { password: PASSWORD, firstName: 'Robin', lastName: 'Hale' }
const signUpAs = (email: string) => new Client(app.url).post<User>('/api/signup', { email, ...NAMES })
const signInAs = (email: string, password = PASSWORD) =>
  new Client(app.url).post<User>('/api/login', { email, password })

/** Spellings that a mail program brings to the mailbox of `name`. */
const spellings = (name: string) => [
  ...[`<${name}@example.com`, `${name}@example.com>`, `<${name}@example.com>`, `<<${name}@example.com`],
  ...['\u200b', '\u00ad', '\u2060', '\ufe0f', '\u034f'].map(hidden => `${name}@exam${hidden}ple.com`),
  ...[`${name}@ｅxample.com`, `${name}@example。com`, `${name.toUpperCase()}@EXAMPLE.com`],
]

test('one mailbox is one account, gets the mail of one, and has the attempts of one', async () => {
  const name = newName()
  expect((await signUpAs(`${name}@example.com`)).status).toBe(200)
  for (const email of spellings(name))
    expect([email, [400, 409]]).toEqual([email, expect.arrayContaining([(await signUpAs(email)).status])])
  expect((await signUpAs(`last-${name}@example.com`)).status).toBe(200)
  await mailbox.mailTo(`last-${name}@example.com`)
  expect(mailbox.mails.filter(({ to }) => to === `${name}@example.com`)).toHaveLength(1)
  // Attempts are counted together, however the address is spelled.
  const found: number[] = []
  for (const email of spellings(name)) found.push((await signInAs(email, 'not this one')).status)
  expect(found).toContain(429)
  // One that no mail arrives at is refused wherever an address is chosen.
  const email = 'owner@localhost'
  const owner = await signUp(app.url)
  expectError(await signUpAs(email), 400)
  expectError(await new Client(app.url).post('/api/forgot', { email }), 400)
  expectError(await owner.post('/api/account/email', { password: PASSWORD, email }), 400)
})

test.each([
  ...['+yard@example.com', '.o’x@example.com', "o'brien@example.com", 'ü@example.com', '@sub.example.co.uk'],
  ...['@münchen.example', '@xn--mnchen-3ya.example'],
])('an address that is right works: x%s gets the mail and signs in', async rest => {
  const email = `${newName()}${rest}`.replace('’', "'")
  const { status, body } = await signUpAs(email)
  expect([status, body.email]).toEqual([200, email])
  expect(await signInAs(email)).toMatchObject({ status: 200, body: { id: body.id } })
  // The mail server of the test reads ASCII forms of domains back.
  await mailbox.mailTo(email.replace('xn--mnchen-3ya', 'münchen'), { subject: /^Confirm/ })
})

test('both forms of a domain are one account: signing up, signing in, forgetting five times an hour, changing, granting', async () => {
  const name = newName()
  const [unicode, ascii] = [`${name}@bücher.example`, `${name}@xn--bcher-kva.example`]
  const { body } = await signUpAs(unicode)
  expectError(await signUpAs(ascii), 409)
  const others = [`\u200b${ascii.toUpperCase()}`, `${name}@BÜCHER.example`, `${name}@bu\u0308cher。example`]
  for (const email of [ascii, ...others])
    expect(await signInAs(email)).toMatchObject({ status: 200, body: { id: body.id } })
  const forget = (email: string) => new Client(app.url).post('/api/forgot', { email })
  for (const email of [ascii, ...others, unicode]) expect((await forget(email)).status).toBe(200)
  expectTooMany(await forget(`${name}@ｂücher.example`), 3600)
  await mailbox.mailTo(unicode, { subject: /^Reset/ })
  const other = await signUp(app.url)
  expectError(await other.post('/api/account/email', { password: PASSWORD, email: ascii }), 409)
  expect(await setRole(app.services.db, ascii, 'admin')).toMatchObject({ before: 'owner' })
})
