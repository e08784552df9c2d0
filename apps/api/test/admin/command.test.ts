import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inTransaction } from '@barkyard/db/open'
import { suspendOwner } from '@barkyard/db/queries/reports/moderation'
import type { AuditEntry } from '@barkyard/domain/schemas/admin'
import { until } from '@barkyard/postgres/testing/until'
import { beforeAll, describe, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { anotherBrowser, Client, ownerWithDog, type Person, photo, signUp, twoMatched } from '../client.ts'
import { adminCommand } from '../command.ts'
import { runProgram } from '../faults/processes.ts'
import { stoppedClock } from '../limits.ts'
import { lostCase } from '../lost/calls.ts'
import { photoFiles } from '../photo-files.ts'
import { noticesOf } from '../reports.ts'
import { openChat } from '../socket.ts'
import { makeToken } from '../tokens.ts'
import { unzip } from '../unzip.ts'

const app = testApp()

const later = stoppedClock()

/** `pnpm admin …`, and then the two seconds for which a process believes what it has read of a session. */
async function command(...words: string[]) {
  const done = await adminCommand(app, words)
  later(2)
  return done
}

let person: Person
beforeAll(async () => {
  person = await signUp(app.url, { email: 'Sam.Boss@example.test', firstName: 'Sam', lastName: 'Boss' })
})

const isAdmin = async () => (await person.get('/api/admin/users')).status === 200

test('the program itself answers as a process', async () => {
  const env = { DATABASE_URL: app.services.config.databaseUrl ?? '', DATA_DIR: app.dataDir }
  const start = (...words: string[]) => runProgram('commands/admin', words, env)
  expect(await start('list')).toEqual({ stdout: 'Nobody is an admin.\n', stderr: '' })
  await expect(start('promote', 'a@b.test')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('pnpm admin grant EMAIL'),
  })
})

test('grant, list and revoke work while the app is running, and take effect soon', async () => {
  expect(await command('list')).toMatchObject({ code: 0, out: 'Nobody is an admin.\n' })
  expect(await isAdmin()).toBe(false)
  expect(await command('grant', 'sam.boss@EXAMPLE.test')).toMatchObject({ code: 0 })
  await until(isAdmin, true)
  expect((await command('list')).out).toBe('Sam.Boss@example.test  Sam Boss\n')

  const { first, matchId } = await twoMatched(app.url)
  await person.post(`/api/admin/impersonate-dog/${first.dog.id}`)
  const chat = await openChat(person)
  const { script } = await makeToken(person, { isAdmin: true })
  expect(await command('revoke', person.user.email)).toMatchObject({ code: 0 })
  await until(isAdmin, false)
  await until(async () => (await script.get('/api/admin/users')).status, 403)
  expect((await person.get('/api/auth/user')).body).toMatchObject({ isAdmin: false, isImpersonating: false, dog: null })
  // The open socket receives nothing more of the impersonated dog.
  await until(async () => {
    const received = chat.messages.length
    expect((await first.owner.post(`/api/messages/${matchId}`, { body: 'private' })).status).toBe(200)
    await chat.answered()
    return chat.messages.length === received
  })
  chat.socket.terminate()
})

test('grant makes a moderator, who is listed as one, and demotes no admin', async () => {
  const [{ owner }, admin] = [await ownerWithDog(app.url), await newAdmin(app)]
  const { email } = owner.user
  const may = async () => [(await owner.get('/api/admin/reports')).status, (await owner.get('/api/admin/users')).status]
  expect(await command('grant', email, '--moderator')).toMatchObject({ code: 0, out: `${email} is a moderator now.\n` })
  await until(may, [200, 403])
  expect((await command('list')).out).toContain(`${email}  Robin Hale  (moderator)\n`)
  expect((await command('revoke', email)).out).toBe(`${email} is no longer a moderator.\n`)
  await until(may, [403, 403])
  const refused = { code: 1, err: `${admin.user.email} is an admin. Revoke that first.\n` }
  expect(await command('grant', admin.user.email, '--moderator')).toMatchObject(refused)
  expect((await admin.get('/api/admin/users')).status).toBe(200)
})

test('invite prints a code, and a link that brings it along', async () => {
  const { code, out } = await command('invite', '--uses', '3')
  expect(code).toBe(0)
  const [invitation = '', link = '', good = ''] = out.split('\n')
  expect(new URL(link).searchParams.get('code')).toBe(invitation)
  expect(good).toMatch(/^Good for 3 accounts until /)
  expect(await command('invite', '--uses', '0')).toMatchObject({ code: 2 })
})

test('what it changes about accounts, also an admin’s suspension, stands in the audit log, once', async () => {
  const admin = await newAdmin(app)
  const { owner, dog } = await ownerWithDog(app.url)
  const { id, email } = owner.user
  for (const _ of [1, 2]) await command('grant', email)
  await inTransaction(app.services.db, trx => suspendOwner(trx, id, { now: new Date(), until: null }))
  await until(async () => (await owner.get('/api/matches')).status, 403)
  expect(await command('lift', email)).toMatchObject({ code: 0, out: `${email} is no longer suspended.\n` })
  await until(async () => (await owner.get('/api/matches')).status, 200)
  expect(await command('lift', email)).toMatchObject({ code: 1, err: expect.stringContaining('not suspended') })
  for (const _ of [1, 2]) await command('revoke', email)
  const logged = async () => {
    const { body } = await admin.get<AuditEntry[]>('/api/admin/audit')
    const about = body.filter(({ userId, detail }) => userId === id || detail.userIds?.includes(id))
    expect(about.map(({ adminEmail, detail }) => [adminEmail, detail.commandLine])).toEqual(
      about.map(() => [null, true]),
    )
    return about.map(({ action, detail }) => [action, detail.before?.role, detail.after?.role])
  }
  expect(await logged()).toEqual([
    ['role-changed', 'admin', 'owner'],
    ['suspension-lifted', undefined, undefined],
    ['role-changed', 'owner', 'admin'],
  ])
  // Whose rights come and go keeps their dogs.
  expect((await owner.get(`/api/dogs/${dog.id}`)).status).toBe(200)
  await command('delete', email, '--yes')
  expect((await logged())[0]).toEqual(['users-deleted', undefined, undefined])
})

test('an unknown account or command is a clear failure', async () => {
  const unknown = await command('grant', 'nobody@example.test')
  expect(unknown).toMatchObject({ code: 1, err: 'Nobody has an account with the e-mail nobody@example.test.\n' })
  for (const words of [[], ['grant'], ['promote', 'a@b.test'], ['list', 'more'], ['delete', 'a@b.test', '--no']]) {
    const { code, err } = await command(...words)
    expect([words, code]).toEqual([words, 2])
    expect(err).toContain('pnpm admin grant EMAIL')
  }
})

test('lists the searches for lost dogs, and closes one: those who were told hear of it', async () => {
  const mine = await ownerWithDog(app.url, { name: 'Mochi' })
  const neighbour = (await ownerWithDog(app.url)).owner
  const { id } = await lostCase(app, mine)
  const told = { lost_id: id, user_id: neighbour.user.id, told_at: new Date(), is_pushed: false }
  await app.services.db.insertInto('lost_tellings').values(told).execute()
  const list = await command('lost', 'list')
  expect(list).toMatchObject({ code: 0, out: expect.stringContaining(`${id}  Mochi (Corgi) of Robin Hale`) })
  expect(list.out).not.toContain('scar')
  expect(await command('lost', 'close', id)).toMatchObject({ code: 2 })
  expect(await command('lost', 'close', id, 'Not', 'lost')).toMatchObject({ code: 0 })
  expect(await noticesOf(mine.owner)).toMatchObject([{ action: 'close-lost', statement: 'Not lost' }])
  expect(await command('lost', 'close', id, 'Again')).toMatchObject({ code: 1, err: 'This search is not open.\n' })
  expect((await command('lost', 'list')).out).not.toContain(id)
  expect((await neighbour.get<{ state: string }>(`/api/lost/${id}`)).body.state).toBe('closed')
})

describe('an account', () => {
  test('gets a password reset link without mail, which ends the sessions that are shown', async () => {
    const owner = await signUp(app.url)
    const { email } = owner.user
    await anotherBrowser(owner, 'walker/1')
    const { code, out: sessions } = await command('sessions', email)
    expect([code, sessions.trim().split('\n').length]).toEqual([0, 2])
    expect(sessions).toMatch(/^last used \S+Z {2}since \S+Z {2}walker$/m)
    const { out } = await command('reset-link', email.toUpperCase())
    expect(out).toMatch(/^http\S+\/api\/reset\?token=\S+\n$/)
    const token = new URL(out.trim()).searchParams.get('token')
    const reset = () => new Client(app.url).post('/api/reset', { token, password: 'a brand new one' })
    expect([(await reset()).status, (await reset()).status]).toEqual([200, 400])
    expect((await new Client(app.url).post('/api/login', { email, password: 'a brand new one' })).status).toBe(200)
    expect((await command('sessions', email)).out.trim().split('\n')).toHaveLength(1)
    expect(await command('sessions', 'nobody@example.test')).toMatchObject({ code: 1 })
  })

  test('is exported to a new file that only its owner can read', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    await owner.upload(dog.id, await photo())
    const file = join(app.dataDir, 'export.zip')
    expect(await command('export', owner.user.email, file)).toMatchObject({ code: 0 })
    const names = [...(await unzip(await readFile(file))).keys()]
    expect(names).toEqual(expect.arrayContaining(['account.json', `photos/${dog.id}/1.webp`]))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const again = await command('export', owner.user.email, file)
    expect(again).toMatchObject({ code: 1, err: `${file} is there already.\n` })
    const nowhere = await command('export', owner.user.email, join(app.dataDir, 'nowhere', 'export.zip'))
    expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('cannot be written') })
  })

  test('is deleted after confirmation, unless it is an admin’s', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    await owner.upload(dog.id, await photo())
    const { email } = owner.user
    expect(await command('delete', email)).toMatchObject({ code: 1, err: expect.stringContaining('--yes') })
    await command('grant', email)
    const refused = { code: 1, err: `${email} is an admin: revoke that first.\n` }
    expect(await command('delete', email, '--yes')).toMatchObject(refused)
    await command('revoke', email)
    const before = await photoFiles(app)
    expect(await command('delete', email, '--yes')).toMatchObject({ code: 0 })
    expect((await photoFiles(app)).length).toBe(before.length - 2)
    await until(async () => (await owner.get('/api/auth/user')).status, 401)
    await signUp(app.url, { email })
  })
})
