import { inTransaction } from '@barkyard/db/open'
import { addJoinCode } from '@barkyard/db/queries/sign-in/join-codes'
import type { Invite } from '@barkyard/domain/schemas/invite'
import { describe, expect, test } from 'vitest'
import { hashToken } from '../../src/platform/access/sessions.ts'
import { testApp } from '../app.ts'
import { Browser } from '../browser.ts'
import { Client, PASSWORD, signUp, unique } from '../client.ts'
import { expectRefused, expectSignedIn, oidcApp, somebody } from '../oidc.ts'
import { expectError } from '../shape.ts'
import { DAY } from '../times.ts'

const newcomer = (fields: Record<string, unknown> = {}) => ({
  email: `new-${unique()}@example.test`,
  password: PASSWORD,
  firstName: 'Robin',
  ...fields,
})

describe('by invitation', () => {
  const clock = { now: new Date() }
  const app = testApp({ SIGNUP: 'invite' }, { now: () => clock.now })
  const join = (fields: Record<string, unknown>) => new Client(app.url).post('/api/signup', newcomer(fields))

  async function newCode(uses = 1): Promise<string> {
    const code = `code-${unique()}`
    const expiresAt = new Date(clock.now.getTime() + DAY)
    const row = { hash: hashToken(code), uses, createdAt: clock.now, expiresAt }
    await inTransaction(app.services.db, trx => addJoinCode(trx, row))
    return code
  }

  test('a code lets in as many as it says, also at once, until it expires', async () => {
    for (const code of [undefined, 'no such code']) expectError(await join({ code }), 403, 'signup-by-invite')
    const [code, expired] = [await newCode(2), await newCode()]
    const answers = await Promise.all([1, 2, 3, 4].map(() => join({ code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403])
    clock.now = new Date(clock.now.getTime() + DAY)
    expectError(await join({ code: expired }), 403, 'signup-by-invite')
    // A taken address is told only with a code, and does not use it up.
    const email = `twice-${unique()}@example.test`
    expect((await join({ email, code: await newCode() })).status).toBe(200)
    expectError(await join({ email }), 403, 'signup-by-invite')
    const another = await newCode()
    expectError(await join({ email, code: another }), 409, 'email-taken')
    expect((await join({ code: another })).status).toBe(200)
  })

  test("an owner's own link opens no door", async () => {
    const owner = new Client(app.url)
    await owner.post('/api/signup', newcomer({ code: await newCode() }))
    const { body } = await owner.get<Invite>('/api/invite')
    expect(body.canJoin).toBe(false)
    const invite = new URL(body.url).searchParams.get('invite')
    for (const fields of [{ invite }, { code: invite }]) expectError(await join(fields), 403)
  })

  test('the page asks for the code, and keeps it when it is refused', async () => {
    const visitor = new Client(app.url)
    expect((await visitor.get<string>('/api/login?new&code=from-a-link')).body).toContain('value="from-a-link"')
    const form = new URLSearchParams(newcomer({ code: 'mistyped' }) as Record<string, string>)
    const { status, body } = await visitor.send<string>('POST', '/api/signup', form)
    expect(status).toBe(403)
    expect(body).toContain('You need an invitation code to join')
    expect(body).toContain('value="mistyped"')
  })
})

const shut = testApp({ SIGNUP: 'closed' })
test('where sign-up is closed nobody can join, and no page asks for it', async () => {
  const visitor = new Client(shut.url)
  expectError(await visitor.post('/api/signup', newcomer()), 403, 'signup-closed')
  const { body } = await visitor.get<string>('/api/login?new')
  expect(body).toContain('takes no new members')
  expect(body).not.toContain('<form')
  expect((await visitor.get<string>('/api/login')).body).not.toContain('Create an account')
})

const choosy = testApp({ SIGNUP_BLOCKED_DOMAINS: 'Throwaway.test., bücher.test', SMTP_URL: 'smtp://127.0.0.1:9' })
test('blocked domains cannot sign up, nor be changed to, but those that only end alike can', async () => {
  const owner = await signUp(choosy.url, { email: `a-${unique()}@notthrowaway.test` })
  for (const email of ['a@throwaway.test', 'a@deep.THROWAWAY.test', 'a@xn--bcher-kva.test', 'a@BÜCHER.test'])
    for (const answer of [
      await new Client(choosy.url).post('/api/signup', newcomer({ email })),
      await owner.post('/api/account/email', { password: PASSWORD, email }),
    ])
      expect(expectError(answer, 400).issues?.map(({ path }) => path)).toEqual([['email']])
})

describe('with an OpenID provider', () => {
  const closed = oidcApp({ env: { SIGNUP: 'closed' }, hasBefore: true })
  const blocking = oidcApp({ env: { SIGNUP: 'invite', SIGNUP_BLOCKED_DOMAINS: 'example.test' } })

  test('who is new gets a page, who has an account signs in, and a code that is sent twice is none', async () => {
    await expectRefused(await closed.signInAs(somebody()), 403, /takes no new members/)
    const known = somebody()
    await signUp(closed.before.url, { email: known.email ?? '' })
    expectSignedIn((await closed.signInAs(known)).answer)
    await expectRefused(await blocking.signInAs(somebody()), 403, /cannot be used here/)
    const browser = new Browser(blocking.app.url)
    blocking.provider.next = somebody({ email: `${unique()}@elsewhere.test` })
    const answer = await browser.signIn('?code=one&code=two')
    await expectRefused({ browser, answer }, 403, /need an invitation code/)
  })
})
