import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { createEmptyDatabaseAt } from '@barkyard/postgres/testing/cluster'
import { until } from '@barkyard/postgres/testing/until'
import { expect, inject, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { startApp } from '../app.ts'
import { anotherBrowser, Client, ownerWithDog, type Person, photo, signUp } from '../client.ts'
import { makeToken, Script } from '../tokens.ts'
import { testFolder } from './folder.ts'
import { runProgram } from './processes.ts'
import { startRestored } from './restored.ts'
import { storedIn, twoTalkers } from './talk.ts'

const folder = await testFolder('backup')
const dataDir = (name: string) => join(folder, name)
const command = (name: string, dir: string, data: string, ...flags: string[]) =>
  runProgram('commands/backup', [name, dir, ...flags], { DATA_DIR: data })
/** The exit code and the words of a command that fails. */
const refusal = (...words: Parameters<typeof command>) =>
  command(...words).then(
    () => 'done',
    error => `${error.code} ${error.stderr}`,
  )

/** Photos that are deleted while the backup is made: their files may be gone already, and their rows still there. */
const goes = new Set<string>()
/** Whether all photos that stay have their files. */
async function expectFiles({ db, photos }: App['services']) {
  // A deleted one may go at any moment, a minute after its deletion.
  const rows = await db.selectFrom('photos').select(['id', 'key']).where('deleted_at', 'is', null).execute()
  const stay = rows.filter(({ id }) => !goes.has(id))
  expect(stay.length).toBeGreaterThan(0)
  for (const { key } of stay) expect(await photos.has(key)).toBe(true)
}

test('a backup taken during writes is restored to a consistent state: rows, photos, sessions', async () => {
  const { url } = await createTestDatabase()
  const env = { DATA_DIR: dataDir('first'), DATABASE_URL: url, NODE_NO_WARNINGS: '1' }
  const app = await startApp(url, { DATA_DIR: env.DATA_DIR })
  const backUp = () => runProgram('commands/backup', ['backup', dataDir('copy'), '--portable', '--with-secret'], env)
  const talkers = await twoTalkers(app.url)
  const [{ person, matchId }] = talkers
  await person.post(`/api/messages/${matchId}`, { body: 'tab\there, "quotes", \\N and a\nnew line 🐕' })
  for (const talker of talkers) {
    await talker.open()
    talker.start(5)
  }
  const shown = await ownerWithDog(app.url)
  const before = await shown.owner.upload(shown.dog.id, await photo())
  let uploading = true
  const uploads = (async () => {
    for (let n = 0; uploading; n++) {
      const { owner, dog } = await ownerWithDog(app.url)
      const { body } = await owner.upload(dog.id, await photo())
      if (n % 2 > 0) continue
      goes.add(body.id)
      await owner.delete(`/api/photos/${body.id}`)
    }
  })()
  await until(
    () => talkers.map(({ confirmed }) => confirmed.size),
    sizes => sizes.every(size => size > 20),
  )
  const confirmedBefore = talkers.flatMap(({ confirmed }) => [...confirmed])

  expect((await backUp()).stdout).toContain('Backed up')
  uploading = false
  await uploads
  await Promise.all(talkers.map(talker => talker.finish()))
  const all = await storedIn(person, matchId)
  const sentAfter = await signUp(app.url, { firstName: 'Toolate' })
  for (const { chat } of talkers) chat.socket.terminate()
  await expect(backUp()).rejects.toMatchObject({ code: 1 })
  await app.stop()

  expect((await command('restore', dataDir('copy'), dataDir('second'), '--keep-sessions')).stdout).toContain('Restored')
  await expect(command('restore', dataDir('copy'), dataDir('second'))).rejects.toMatchObject({ code: 1 })
  const restored = await startRestored(dataDir('second'))
  const again = (one: Person): Person => Object.assign(one, { url: restored.url })
  const messages = await storedIn(again(person), matchId)
  // A prefix of the messages, at least up to those confirmed before the backup began.
  expect(messages).toEqual(all.slice(0, messages.length))
  expect(messages.length).toBeGreaterThan(0)
  expect(messages.map(({ body }) => body)).toEqual(expect.arrayContaining(confirmedBefore))
  expect((await again(sentAfter).get('/api/auth/user')).status).toBe(401)
  expect((await fetch(`${restored.url}${before.body.urlLarge}`)).status).toBe(200)
  await expectFiles(restored.services)
  // The app works on the restored state.
  const { owner, dog } = await ownerWithDog(restored.url)
  expect((await owner.upload(dog.id, await photo())).status).toBe(200)
  await restored.stop()
})

test('a restore ends all sessions and tokens, because those revoked since the backup would work again', async () => {
  // The restored one, because making another takes seconds.
  const app = await startRestored(dataDir('second'))
  const person = await signUp(app.url)
  const { id, token } = await makeToken(person)
  const feed = await person.post<{ url: string }>('/api/calendar-feed')
  const hook = await person.post('/api/webhooks', { url: 'https://hooks.example.test/', events: ['message'] })
  expect(hook.status).toBe(200)
  // Even a directory that was open to other accounts.
  await mkdir(dataDir('with-access'), { mode: 0o755 })
  await command('backup', dataDir('with-access'), dataDir('second'))
  expect((await stat(dataDir('with-access'))).mode & 0o777).toBe(0o700)
  await person.delete(`/api/tokens/${id}`)
  const { cookie } = person
  await person.get('/api/logout')
  await app.stop()

  const { stdout } = await command('restore', dataDir('with-access'), dataDir('after'))
  expect(stdout).toContain('All sessions, tokens, calendar feeds, webhooks and links in mails have ended')
  expect(stdout).toContain('the app makes a new one')
  const restored = await startRestored(dataDir('after'))
  const { url } = restored
  for (const client of [Object.assign(new Client(url), { cookie }), new Script(url, token)])
    expect((await client.get('/api/auth/user')).status).toBe(401)
  expect((await fetch(`${url}${new URL(feed.body.url).pathname}`)).status).toBe(404)
  expect(await restored.services.db.selectFrom('webhooks').select('id').execute()).toEqual([])
  await anotherBrowser(Object.assign(person, { url }))
  await restored.stop()
  const secretOf = (name: string) => readFile(join(dataDir(name), 'session-secret'), 'utf8')
  expect(await secretOf('after')).not.toBe(await secretOf('second'))
})

test('a backup has no secret unless it is asked for, and without it only tokens are kept', async () => {
  expect(await readdir(dataDir('with-access'))).not.toContain('session-secret')
  expect(await readdir(dataDir('copy'))).toContain('session-secret')
  const { stdout } = await command('restore', dataDir('with-access'), dataDir('kept'), '--keep-sessions')
  expect(stdout).toContain('sessions, secrets of webhooks and links in mails have ended')
  expect(await refusal('backup', dataDir('other'), dataDir('second'), '--keep-sessions')).toMatch(/^2 .*--with-secret/s)
})

test('a restore fills the empty database of DATABASE_URL, and refuses one that has tables', async () => {
  const { url } = await createEmptyDatabaseAt(inject('testClusterUrl'))
  const env = { DATABASE_URL: url, DATA_DIR: dataDir('server'), NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(32) }
  const restore = () => runProgram('commands/backup', ['restore', dataDir('with-access')], env)
  const { stdout } = await restore()
  expect(stdout).toMatch(/^Restored to DATABASE_URL and .*server: database .*\nAll sessions.* have ended/)
  expect(stdout).not.toContain('new one')
  const app = await startApp(url, { DATA_DIR: env.DATA_DIR })
  const person = await signUp(app.url)
  const { db } = app.services
  expect(await db.selectFrom('sessions').select('user_id').execute()).toEqual([{ user_id: person.user.id }])
  await expectFiles(app.services)
  const stderr = 'The database of DATABASE_URL has tables: name an empty one\n'
  await expect(restore()).rejects.toMatchObject({ code: 1, stderr })
  expect((await person.get('/api/auth/user')).status).toBe(200)
  await app.stop()
})

test('what cannot be restored is refused, and leaves nothing behind', async () => {
  const refused = (from: string) => refusal('restore', from, dataDir('none'))
  // As an interrupted backup.
  expect(await refused(folder)).toMatch(/^1 .* holds no backup, or an incomplete one\n$/)
  await mkdir(dataDir('files'))
  await writeFile(join(dataDir('files'), 'barkyard-backup.json'), JSON.stringify({ format: 1, at: new Date() }))
  expect(await refused(dataDir('files'))).toMatch(/^1 .* the release that made it, .*--portable" there\n$/)
  expect(await readdir(folder)).not.toContain('none')

  const mark = join(dataDir('copy'), 'barkyard-backup.json')
  const whole = await readFile(mark, 'utf8')
  const { portable, ...rest } = JSON.parse(whole)
  const newer = { ...portable, migrations: [...portable.migrations, '9999-next'] }
  await writeFile(mark, JSON.stringify({ ...rest, portable: newer }))
  const words = /^1 .*It was made by a newer release, which has the migration 9999-next\n$/
  expect(await refused(dataDir('copy'))).toMatch(words)
  await writeFile(mark, whole)
  await writeFile(join(dataDir('copy'), 'tables', 'messages'), '')
  expect(await refused(dataDir('copy'))).toMatch(/^1 /)
  expect(await readdir(join(dataDir('none'), 'postgres'))).not.toContain('data')
  expect(await readdir(dataDir('none'))).not.toContain('photos')
})
