import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkData } from '@barkyard/db/check'
import { migrateToLatest } from '@barkyard/db/migrate'
import { openDatabase } from '@barkyard/db/open'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { startEmbedded } from '@barkyard/postgres/embedded'
import { createEmptyDatabaseAt } from '@barkyard/postgres/testing/cluster'
import { until } from '@barkyard/postgres/testing/until'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type App, buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { LOW_COST } from '../../testing/built-app.ts'
import { startApp } from '../app.ts'
import { ownerWithDog, PASSWORD, type Person, photo, signUp, twoMatched } from '../client.ts'
import { runProgram } from './processes.ts'
import { storedIn, Talker } from './talk.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'barkyard-backup-'))
  await chmod(folder, 0o711)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const dataDir = (name: string) => join(folder, name)
const command = (name: string, dir: string, data: string, ...flags: string[]) =>
  runProgram('commands/backup', [name, dir, ...flags], { DATA_DIR: data })

/** The app as run by `npm start`, on the embedded database of its directory. */
async function startWhole(data: string): Promise<App & { url: string; stop(): Promise<void> }> {
  const config = readConfig({ DATA_DIR: data, LOG_LEVEL: 'fatal', RATE_LIMIT: '0', DEMO: '0' })
  const server = await startEmbedded({ dataDir: data, log: () => {} })
  const db = openDatabase(server.url)
  await migrateToLatest(db)
  const app = await buildApp(config, { db, passwordCost: LOW_COST })
  return {
    ...app,
    url: await app.server.listen({ port: 0, host: '127.0.0.1' }),
    async stop() {
      await app.server.close()
      await db.destroy()
      await server.stop()
    },
  }
}

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
  const { first, second, matchId } = await twoMatched(app.url)
  await first.owner.post(`/api/messages/${matchId}`, { body: 'tab\there, "quotes", \\N and a\nnew line 🐕' })
  const talkers = [new Talker(first.owner, first.dog.id, matchId), new Talker(second.owner, second.dog.id, matchId)]
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
  const all = await storedIn(first.owner, matchId)
  const sentAfter = await signUp(app.url, { firstName: 'Toolate' })
  for (const { chat } of talkers) chat.socket.terminate()
  await expect(backUp()).rejects.toMatchObject({ code: 1 })
  await app.stop()

  expect((await command('restore', dataDir('copy'), dataDir('second'), '--keep-sessions')).stdout).toContain('Restored')
  await expect(command('restore', dataDir('copy'), dataDir('second'))).rejects.toMatchObject({ code: 1 })
  const restored = await startWhole(dataDir('second'))
  const again = (person: Person): Person => Object.assign(person, { url: restored.url })
  const messages = await storedIn(again(first.owner), matchId)
  // A prefix of the messages, at least up to those confirmed before the backup began.
  expect(messages).toEqual(all.slice(0, messages.length))
  expect(messages.length).toBeGreaterThan(0)
  expect(messages.map(({ body }) => body)).toEqual(expect.arrayContaining(confirmedBefore))
  expect((await again(sentAfter).get('/api/auth/user')).status).toBe(401)
  expect((await fetch(`${restored.url}${before.body.urlLarge}`)).status).toBe(200)
  expect((await checkData(restored.services.db)).filter(({ wrong }) => wrong > 0)).toEqual([])
  await expectFiles(restored.services)
  // The app works on the restored state.
  const { owner, dog } = await ownerWithDog(restored.url)
  expect((await owner.upload(dog.id, await photo())).status).toBe(200)
  await restored.stop()
})

test('a restore ends all sessions and tokens, because those revoked since the backup would work again', async () => {
  // The restored one, because making another takes seconds.
  const app = await startWhole(dataDir('second'))
  const person = await signUp(app.url)
  const { body } = await person.post<{ id: string; token: string }>('/api/tokens', { name: 'script' })
  const feed = await person.post<{ url: string }>('/api/calendar-feed')
  expect((await person.post('/api/webhooks', { url: 'https://hooks.example.test/', events: ['message'] })).status).toBe(
    200,
  )
  // Even a directory that was open to other accounts.
  await mkdir(dataDir('with-access'), { mode: 0o755 })
  await command('backup', dataDir('with-access'), dataDir('second'))
  expect((await stat(dataDir('with-access'))).mode & 0o777).toBe(0o700)
  await person.delete(`/api/tokens/${body.id}`)
  const { cookie } = person
  await person.get('/api/logout')
  await app.stop()

  const { stdout } = await command('restore', dataDir('with-access'), dataDir('after'))
  expect(stdout).toContain('All sessions, tokens, calendar feeds, webhooks and links in mails have ended')
  expect(stdout).toContain('the app makes a new one')
  const restored = await startWhole(dataDir('after'))
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${restored.url}/api/auth/user`, { headers })).status
  expect(await status({ cookie: cookie ?? '' })).toBe(401)
  expect(await status({ authorization: `Bearer ${body.token}` })).toBe(401)
  const { pathname } = new URL(feed.body.url)
  expect((await fetch(`${restored.url}${pathname}`)).status).toBe(404)
  expect(await restored.services.db.selectFrom('webhooks').select('id').execute()).toEqual([])
  const again = await fetch(`${restored.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.user.email, password: PASSWORD }),
  })
  expect(again.status).toBe(200)
  await restored.stop()
  const secretOf = (name: string) => readFile(join(dataDir(name), 'session-secret'), 'utf8')
  expect(await secretOf('after')).not.toBe(await secretOf('second'))
})

test('a backup has no secret unless it is asked for, and without it only tokens are kept', async () => {
  expect(await readdir(dataDir('with-access'))).not.toContain('session-secret')
  expect(await readdir(dataDir('copy'))).toContain('session-secret')
  const { stdout } = await command('restore', dataDir('with-access'), dataDir('kept'), '--keep-sessions')
  expect(stdout).toContain('sessions, secrets of webhooks and links in mails have ended')
  await expect(command('backup', dataDir('other'), dataDir('second'), '--keep-sessions')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--with-secret'),
  })
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
  await expect(restore()).rejects.toMatchObject({
    code: 1,
    stderr: 'The database of DATABASE_URL has tables: name an empty one\n',
  })
  expect((await person.get('/api/auth/user')).status).toBe(200)
  await app.stop()
})

test('an interrupted backup, and one that release 0.1 made of files, are refused and leave nothing behind', async () => {
  const refused = (from: string) =>
    command('restore', from, dataDir('third')).then(
      () => '',
      error => `${error.code} ${error.stderr}`,
    )
  expect(await refused(folder)).toMatch(/^1 .* holds no backup, or an incomplete one\n$/)
  await mkdir(dataDir('files'))
  await writeFile(join(dataDir('files'), 'barkyard-backup.json'), JSON.stringify({ format: 1, at: new Date() }))
  expect(await refused(dataDir('files'))).toMatch(/^1 .* the release that made it, .*--portable" there\n$/)
  expect(await readdir(folder)).not.toContain('third')
})

test('a backup that cannot be restored leaves no database behind', async () => {
  const restore = () => command('restore', dataDir('copy'), dataDir('none')).catch(error => error)
  const mark = join(dataDir('copy'), 'barkyard-backup.json')
  const whole = await readFile(mark, 'utf8')
  const { portable, ...rest } = JSON.parse(whole)
  const newer = { ...portable, migrations: [...portable.migrations, '9999-next'] }
  await writeFile(mark, JSON.stringify({ ...rest, portable: newer }))
  expect((await restore()).stderr).toMatch(/^.*It was made by a newer release, which has the migration 9999-next\n$/)
  await writeFile(mark, whole)
  await writeFile(join(dataDir('copy'), 'tables', 'messages'), '')
  expect((await restore()).code).toBe(1)
  expect(await readdir(join(dataDir('none'), 'postgres'))).not.toContain('data')
  expect(await readdir(dataDir('none'))).not.toContain('photos')
})
