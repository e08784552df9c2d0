import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withBackupLock } from '@barkyard/db/queries/backups/backups'
import { newId } from '@barkyard/db/queries/ids'
import { newPhotoKey } from '@barkyard/db/queries/photos/photo-keys'
import { createTestDatabase, openPatiently } from '@barkyard/db/testing/database'
import type { Notification } from '@barkyard/domain/schemas/notification'
import { freePort } from '@barkyard/postgres/testing/free-port'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { metricsPage } from '../../src/platform/operation/metrics.ts'
import { BUILT_APP } from '../../testing/built-app.ts'
import { newAdmin } from '../admin.ts'
import { startApp } from '../app.ts'
import { ownerWithDog, photo } from '../client.ts'
import { testFolder } from './folder.ts'
import { runProgram } from './processes.ts'
import { Spawned } from './spawned.ts'
import { testServer } from './test-server.ts'

const MARK = 'barkyard-backup.json'
let clock = new Date('2028-05-01T12:00:00Z')
const now = () => clock
const later = (hours: number) => {
  clock = new Date(clock.getTime() + hours * 3_600_000)
}

const folder = await testFolder('daily')
let url: string
beforeAll(async () => {
  url = (await createTestDatabase()).url
})
const startKeeping = () => {
  const env = { BACKUP_DIR: join(folder, 'kept'), BACKUP_KEEP: '2', DATA_DIR: join(folder, 'data') }
  return startApp(url, env, { now })
}
const app = testServer(async () => {
  const started = await startKeeping()
  await started.services.backups?.look()
  return started
})
const other = testServer(startKeeping)

const kept = async (dir = 'kept') => (await readdir(join(folder, dir))).sort()
const lookOnce = () => Promise.all([app, other].map(({ services }) => services.backups?.look()))
/** Twice, because a look that is under way may have read the clock before the test set it. */
const look = () => lookOnce().then(lookOnce)
const checkBackup = (name: string) =>
  runProgram('commands/backup', ['check-backup', join(folder, 'kept', name)], { DATA_DIR: join(folder, 'none') })

test('two processes write one backup a day, make up a missed one once, and delete the oldest of their own', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  await owner.upload(dog.id, await photo())
  // The files of a deleted one may have gone while a backup was written.
  const deleted = { id: newId(), dog_id: dog.id, key: newPhotoKey(), deleted_at: now(), deleted_by: owner.user.id }
  await app.services.db.insertInto('photos').values(deleted).execute()
  expect(await kept()).toEqual(['barkyard-2028-05-01T12-00-00.000Z'])
  await look()
  later(14)
  await look()
  expect(await kept()).toHaveLength(1)
  later(1)
  await look()
  const [first = '', second = ''] = await kept()
  expect(await kept()).toEqual([first, 'barkyard-2028-05-02T03-00-00.000Z'])
  expect((await stat(join(folder, 'kept', second))).mode & 0o777).toBe(0o700)
  expect((await readdir(join(folder, 'kept', second))).sort()).toEqual([MARK, 'photos', 'tables'])

  // What somebody keeps is neither counted nor deleted: renamed, copied, without its mark.
  await cp(join(folder, 'kept', first), join(folder, 'kept', 'before-upgrade'), { recursive: true })
  await mkdir(join(folder, 'kept', 'barkyard-2020-01-01T03-00-00.000Z'))
  later(24 * 4)
  await look()
  const third = 'barkyard-2028-05-06T03-00-00.000Z'
  const others = ['barkyard-2020-01-01T03-00-00.000Z', 'before-upgrade']
  expect(await kept()).toEqual([others[0], second, third, others[1]])

  // A clock that was wrong for a while: one backup of the future, and then one a day again.
  later(24 * 365)
  await look()
  later(-24 * 365)
  await look()
  expect(await kept()).toEqual([others[0], third, expect.stringContaining('2029-05-06'), others[1]])
  later(24)
  await look()
  await look()
  expect(await kept()).toEqual([others[0], third, 'barkyard-2028-05-07T03-00-00.000Z', others[1]])
})

test('the newest is measured, and restored to be checked', async () => {
  const newest = (await kept()).findLast(name => name.startsWith('barkyard-2')) ?? ''
  later(2)
  const page = await metricsPage(app)
  const { bytes } = JSON.parse(await readFile(join(folder, 'kept', newest, MARK), 'utf8'))
  expect(page).toContain('barkyard_backup_age_seconds 7200\n')
  expect(page).toContain(`barkyard_backup_bytes ${bytes}\n`)

  expect((await checkBackup(newest)).stdout).toMatch(/is complete: \d+ tables, \d+ rows, 1 photos/)
  const photos = join(folder, 'kept', newest, 'photos')
  const [some = ''] = (await readdir(photos, { recursive: true })).filter(name => name.endsWith('-thumb.webp'))
  await rename(join(photos, some), join(folder, 'photo'))
  expect((await checkBackup(newest).catch(error => error)).stderr).toMatch(/cannot be restored: The photos have/)
  await rename(join(folder, 'photo'), join(photos, some))
  const users = join(folder, 'kept', newest, 'tables', 'users')
  await writeFile(users, (await readFile(users, 'utf8')).split('\n').slice(1).join('\n'))
  const broken = await checkBackup(newest).catch(error => error)
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringMatching(/The file of users has \d+ rows instead of/)])
})

test('admins are told once a day of a failed backup, and of none for two days', async () => {
  const admin = await newAdmin(app)
  const titles = async () => (await admin.get<Notification[]>('/api/notifications')).body.map(({ title }) => title)
  const failed = 'The daily backup failed'
  await rename(join(folder, 'kept'), join(folder, 'aside'))
  await writeFile(join(folder, 'kept'), 'no folder')
  await look()
  await look()
  later(5)
  await look()
  expect(await titles()).toEqual([failed])
  later(24)
  // One after the other: who finds the other at work has not failed, and does not wait.
  for (const { services } of [app, other]) await services.backups?.look()
  expect(await titles()).toEqual([failed, failed])
  await rm(join(folder, 'kept'))
  // They wait an hour after a failure.
  later(0.5)
  await look()
  expect(await readdir(folder)).not.toContain('kept')
  later(1)
  await look()
  expect(await kept()).toHaveLength(1)
  later(24)
  await look()
  expect(await titles()).toEqual([failed, failed])

  // Nobody gets to it, because a process hangs with the lock.
  await withBackupLock(app.services.db, async () => {
    later(49)
    await look()
    await look()
  })
  expect(await titles()).toEqual(['There has been no backup for two days', failed, failed])
  const { body } = await admin.get<Notification[]>('/api/notifications')
  const words = expect.stringMatching(/^The last one is of 2028-05-\d\d \d\d:\d\d UTC\./)
  expect(body[0]).toMatchObject({ body: words, path: '/notifications' })
})

/** The app as a process of its own, on the database `fresh`. Files may have `blocks` of 512 bytes or 1 KiB. */
async function startProcess(fresh: string, blocks = 'unlimited'): Promise<Spawned> {
  const env = { PATH: process.env.PATH, DATABASE_URL: fresh, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'info' }
  return new Spawned('sh', ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, ...BUILT_APP], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...env, BACKUP_DIR: join(folder, 'killed'), PORT: `${await freePort()}` },
  })
}

test('a process that is killed in the middle, or has no room, leaves nothing that counts, and the next makes it up', async () => {
  const fresh = (await createTestDatabase()).url
  const db = openPatiently(fresh)
  // The dump waits at this table, one of the last.
  await db.transaction().execute(async trx => {
    // A busy machine takes longer to start a process.
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx)
    await sql`LOCK TABLE webhooks IN ACCESS EXCLUSIVE MODE`.execute(trx)
    const killed = await startProcess(fresh)
    const unfinished = () => {
      // It would be tried again in an hour.
      expect(killed.printed).not.toContain('the daily backup failed')
      return readdir(join(folder, 'killed', '.barkyard-unfinished', 'tables')).catch((): string[] => [])
    }
    await until(unfinished, names => names.includes('verifications'))
    await killed.end('SIGKILL')
  })
  await db.destroy()
  expect(await kept('killed')).toEqual(['.barkyard-unfinished'])

  const full = await startProcess(fresh, '1')
  await full.up(() => full.printed.includes('the daily backup failed'))
  expect(await kept('killed')).toEqual([])
  await full.end('SIGTERM')

  const whole = await startApp(fresh, { BACKUP_DIR: join(folder, 'killed'), DATA_DIR: join(folder, 'data') })
  await whole.services.backups?.look()
  await whole.stop()
  expect(await kept('killed')).toEqual([expect.stringMatching(/^barkyard-20/)])
})
