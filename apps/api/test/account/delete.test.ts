import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Match } from '@barkyard/domain/schemas/match'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { auditOf, makeAdmin, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { playdateOf } from '../calls.ts'
import { anotherBrowser, Client, createDog, ownerWithDog, PASSWORD, photo, signUp, unique } from '../client.ts'
import { openLive } from '../live.ts'
import { testMailbox } from '../mailbox.ts'
import { photoFiles } from '../photo-files.ts'
import { expectError } from '../shape.ts'
import { listeningChat, openSocket } from '../socket.ts'
import { bearer, makeToken } from '../tokens.ts'

const mailbox = await testMailbox()
const app = testApp({ SMTP_URL: mailbox.url })

test('a deletion needs the password and no rights of an admin, ends sessions, sockets and tokens, and updates the other side’s pages', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const remove = (password?: string) => owner.delete('/api/account', { password })
  await makeAdmin(app, owner)
  expectError(await remove(PASSWORD), 400, 'is-admin')
  await makeAdmin(app, owner, false)
  expectError(await remove('not this one'), 403, 'wrong-password')
  expect(expectError(await remove(), 400).issues?.map(({ path }) => path)).toEqual([['password']])

  const other = await ownerWithDog(app.url)
  await owner.post('/api/bark', { toDogId: other.dog.id })
  const elsewhere = await anotherBrowser(owner)
  const { token, script } = await makeToken(owner)
  expect((await script.get('/api/my-dogs')).status).toBe(200)
  const scripts = await openSocket(app.url, bearer(token))
  scripts.send({ type: 'auth', userId: owner.user.id })
  const chats = [await listeningChat(owner), await listeningChat(elsewhere), scripts]
  const theirs = await openLive(other.owner)
  // The answer shows that it is listening.
  await scripts.answered()
  expect(await remove(PASSWORD)).toMatchObject({ status: 200, body: { ok: true } })
  for (const chat of chats) expect((await chat.closed).code).toBe(4401)
  for (const ended of [owner, elsewhere]) expectError(await ended.get('/api/auth/user'), 401)
  expectError(await script.get('/api/my-dogs'), 401)
  expectError(await new Client(app.url).post('/api/login', { email: owner.user.email, password: PASSWORD }), 401)
  await theirs.until(events => events.some(({ type }) => type === 'refresh'))
  expect((await other.owner.get<Match[]>('/api/matches')).body).toEqual([])
  expectError(await other.owner.get(`/api/dogs/${dog.id}`), 404)
})

test('no data of a deleted account stays in any table, file or mail', async () => {
  const canary = `canary${unique()}q`
  const named = (what: string) => `${canary} ${what}`
  const filesBefore = (await photoFiles(app)).sort()
  const email = `${canary}@example.test`
  const owner = await signUp(app.url, { email, firstName: named('first'), lastName: named('last') })
  await mailbox.mailTo(email, { subject: /^Confirm/ })
  const atProvider = { city: named('city'), oidc_subject: named('subject'), oidc_issuer: 'https://provider.test' }
  await app.services.db.updateTable('users').set(atProvider).where('id', '=', owner.user.id).execute()
  const fields = { breed: named('breed'), bio: named('bio'), clientId: named('client') }
  const dog = await createDog(owner, { name: named('Rex'), ...fields })
  for (let n = 0; n < 2; n++) await owner.upload(dog.id, await photo(), `${canary}.png`)
  await owner.post('/api/active-dog', { dogId: dog.id })
  await owner.post('/api/tokens', { name: named('token') })
  await anotherBrowser(owner, `${canary}/1`)

  const other = await ownerWithDog(app.url)
  const { matchId } = (await owner.post<{ matchId: string }>('/api/bark', { toDogId: other.dog.id })).body
  const sent = { body: named('message'), clientId: named('message') }
  expect((await owner.post(`/api/messages/${matchId}`, sent)).status).toBe(200)
  expect((await owner.post('/api/playdates', { ...playdateOf(matchId), notes: named('plan') })).status).toBe(200)

  // Their own report, which keeps a copy of their messages.
  const report = { dogId: other.dog.id, kind: 'rude', note: named('note') }
  expect((await owner.post('/api/reports', report)).status).toBe(200)

  // Audit entries about the account and its dog, with names.
  const admin = await newAdmin(app)
  expect((await admin.patch(`/api/admin/dogs/${dog.id}`, { name: named('Max') })).status).toBe(200)
  await admin.post(`/api/admin/impersonate-dog/${dog.id}`)
  await admin.post('/api/admin/stop-impersonation')
  const given = await createDog(other.owner, { name: 'Given' })
  const handOver = await admin.patch(`/api/admin/dogs/${given.id}/owner`, { userId: owner.user.id })
  expect(handOver.status).toBe(200)

  // Mails that the server refuses stay queued: one by account, and one only by address.
  const ofOwner = app.services.db.selectFrom('jobs').select('lease_id')
  const jobs = () =>
    ofOwner.where(eb => eb.or([eb('user_id', 'is', null), eb('user_id', '=', owner.user.id)])).execute()
  await until(jobs, [])
  mailbox.mood = 'refuse'
  onTestFinished(() => {
    mailbox.mood = 'take'
  })
  expect((await owner.post('/api/account/email', { password: PASSWORD, email: `new-${email}` })).status).toBe(200)
  expect((await new Client(app.url).post('/api/forgot', { email: email.toUpperCase() })).status).toBe(200)
  await until(jobs, waiting => waiting.length === 3 && waiting.every(({ lease_id }) => lease_id === null))

  expect(Object.keys(await rowsWith(canary))).toEqual(
    expect.arrayContaining([
      ...['account_links', 'audit_log', 'created_dogs', 'dogs', 'jobs', 'match_dogs', 'messages', 'playdates'],
      ...['report_messages', 'report_notes', 'report_titles', 'sessions', 'tokens', 'users'],
    ]),
  )
  expect((await photoFiles(app)).length).toBeGreaterThan(filesBefore.length)
  const actions = async () =>
    (await auditOf(admin, ''))
      .filter(({ userId }) => userId === owner.user.id)
      .map(({ id, action }) => ({ id, action }))
  const noted = await actions()
  expect(noted.length).toBeGreaterThanOrEqual(3)

  expect((await owner.delete('/api/account', { password: PASSWORD })).status).toBe(200)
  expect(await rowsWith(canary)).toEqual({})
  await until(async () => (await photoFiles(app)).sort(), filesBefore)
  expect(await filesWith(canary)).toEqual([])
  // The audit entries stay, without names.
  expect(await actions()).toEqual(noted)
  // What the deletion itself has caused is done soon. A mail that the server refuses would stay.
  await until(jobs, [])
})

/** Rows that contain a word in any column, by table. */
async function rowsWith(word: string): Promise<Record<string, unknown[]>> {
  const { db } = app.services
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
  `.execute(db)
  const found: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ row: unknown }>`
      SELECT to_jsonb(one) AS row FROM ${sql.table(name)} AS one WHERE to_jsonb(one)::text ILIKE ${`%${word}%`}
    `.execute(db)
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  return found
}

/** Files of the app that contain a word, in their names or their bytes. */
async function filesWith(word: string): Promise<string[]> {
  const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const texts = await Promise.all(paths.map(path => readFile(path, 'latin1')))
  return paths.filter((path, index) => path.includes(word) || texts[index]?.includes(word))
}
