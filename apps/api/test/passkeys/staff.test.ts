import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { joinIdentity } from '@barkyard/db/queries/sign-in/oidc'
import type { User } from '@barkyard/domain/schemas/user'
import { until } from '@barkyard/postgres/testing/until'
import { expect, test } from 'vitest'
import { MAIL } from '../../src/platform/mail/mails.ts'
import { auditOf, giveRole, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { Authenticator, withPasskey } from '../authenticator.ts'
import { anotherBrowser, Client, PASSWORD, signUp } from '../client.ts'
import { adminCommand } from '../command.ts'
import { expectError } from '../shape.ts'
import { makeToken } from '../tokens.ts'

const app = testApp({ ADMIN_PASSKEY: 'required', DEMO: '1' })
const atProvider = testApp({
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'barkyard',
  OIDC_CLIENT_SECRET: 'a secret',
})
const origin = () => app.services.config.publicUrl

/** `pnpm admin passkeys …` */
const command = (...words: string[]) => adminCommand(app, ['passkeys', ...words], { DEMO: '1' })

/** The mails that the demo keeps as files. The first one makes their folder. */
async function mails(): Promise<string[]> {
  const folder = join(app.dataDir, 'outbox')
  const files = (await readdir(folder).catch((): string[] => [])).filter(name => name.endsWith('.eml'))
  return Promise.all(files.map(name => readFile(join(folder, name), 'utf8')))
}

test('staff have their rights only with a passkey, whose first one needs a link of the operator’s', async () => {
  const [admin, other] = [await newAdmin(app), await newAdmin(app)]
  const refused = async (one: Client) => expectError(await one.get('/api/admin/users'), 403).reason
  expect(await refused(admin)).toBe('passkey-required')
  expectError(await admin.post('/api/passkeys/options'), 403, 'passkey-required')
  expectError(await admin.delete('/api/account', { password: PASSWORD }), 400, 'is-admin')
  const link = new URL((await command(admin.user.email, '--link')).out).searchParams.get('token') ?? ''
  expectError(await other.post('/api/passkeys/options', { link }), 400, 'dead-link')

  const phone = new Authenticator(origin())
  expect((await phone.addTo(admin, 'Phone', link)).status).toBe(200)
  // What was signed in without a passkey never gets the rights.
  expect(await refused(admin)).toBe('passkey-required')
  expectError(await admin.post('/api/tokens', { name: 'x', isAdmin: true }), 403, 'not-admin')
  expectError(await admin.post('/api/passkeys/options', { link }), 403, 'sign-in-again')
  const browser = Object.assign(new Client(app.url), { user: admin.user })
  expect((await phone.signIn(browser)).status).toBe(200)
  expect((await browser.get('/api/admin/users')).status).toBe(200)
  const { script } = await makeToken(browser, { isAdmin: true })
  expect((await script.get('/api/admin/users')).status).toBe(200)
  expect(await auditOf(browser, 'Added a passkey')).toHaveLength(1)
  expect(await command(admin.user.email, '--link')).toMatchObject({
    err: expect.stringContaining('has a passkey'),
  })

  await admin.patch('/api/account', { requirePasskey: true })
  expect((await command(admin.user.email, '--remove')).out).toContain('removed: 1')
  for (const ended of [browser, script]) await until(async () => (await ended.get('/api/my-dogs')).status, 401)
  expect((await admin.get<User>('/api/auth/user')).body.requirePasskey).toBe(false)
  app.services.jobs.wake(MAIL)
  const subject = 'Subject: A passkey was removed from your Barkyard account'
  await until(mails, sent => sent.some(mail => mail.includes(subject)))
  await anotherBrowser(admin)
})

test('a moderator has rights only with a passkey, too, and no others with one', async () => {
  const moderator = await signUp(app.url)
  await giveRole(app, moderator, 'moderator')
  for (const path of ['/api/admin/reports', '/api/admin/parks'])
    expectError(await moderator.get(path), 403, 'passkey-required')
  expectError(await moderator.post('/api/passkeys/options'), 403, 'passkey-required')
  const { out: printed } = await command(moderator.user.email, '--link')
  const url = new URL(printed.match(/https?:\S+/)?.[0] ?? '')
  // The web's card reads it there.
  expect(url.pathname).toBe('/settings/account')
  const phone = new Authenticator(origin())
  const { status, body: added } = await phone.addTo(moderator, 'Phone', url.searchParams.get('token') ?? '')
  expect(status).toBe(200)
  const browser = new Client(app.url)
  expect((await phone.signIn(browser)).status).toBe(200)
  expect((await browser.get('/api/admin/reports')).status).toBe(200)
  expectError(await browser.get('/api/admin/users'), 403, 'not-admin')
  expect((await browser.delete(`/api/passkeys/${added.id}`)).status).toBe(200)
  const noted = app.services.db.selectFrom('audit_log').select('action').where('admin_id', '=', moderator.user.id)
  expect(await noted.orderBy('id').execute()).toEqual([{ action: 'passkey-added' }, { action: 'passkey-removed' }])
})

test('an owner needs no link, and a take-over by OpenID drops passkeys', async () => {
  const owner = await signUp(app.url)
  const { browser } = await withPasskey(owner, origin())
  await owner.patch('/api/account', { requirePasskey: true })
  const { id, email } = owner.user
  const identity = { issuer: 'https://id.test', subject: id, email, isEmailVerified: true, isAdmin: false }
  const names = { firstName: 'Robin', lastName: 'Hale' }
  await joinIdentity(app.services.db, { ...identity, ...names, admit: async () => {} }, new Date())
  const left = app.services.db.selectFrom('users').leftJoin('passkeys', 'passkeys.user_id', 'users.id')
  const row = await left.select(['passkeys.id', 'require_passkey']).where('users.id', '=', id).executeTakeFirst()
  expect(row).toEqual({ id: null, require_passkey: false })
  await until(async () => (await browser.get('/api/auth/user')).status, 401)
})

test('the demo’s accounts have none, and with a provider nobody signs in with one', async () => {
  const owner = await signUp(app.url)
  await app.services.db.updateTable('users').set({ is_demo: true }).where('id', '=', owner.user.id).execute()
  app.services.sessions.forget([owner.user.id], [])
  for (const call of [
    owner.post('/api/passkeys/options'),
    owner.delete('/api/passkeys/x'),
    owner.patch('/api/account', { requirePasskey: true }),
  ])
    expectError(await call, 403, 'demo')
  for (const path of ['/api/login/passkey', '/api/login/passkey/options'])
    expectError(await new Client(atProvider.url).post(path), 404, 'password-not-found')
})
