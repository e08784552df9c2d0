import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrateAt } from '@barkyard/db/migrate'
import { type Db, openDatabase } from '@barkyard/db/open'
import { keepVapidKeys } from '@barkyard/db/queries/notifications/push-endpoints'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { startEmbedded } from '@barkyard/postgres/embedded'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import webPush from 'web-push'
import { examine } from '../../src/commands/doctor/examine.ts'
import { readConfig } from '../../src/config.ts'
import { readCompose } from './compose-file.ts'
import { testFolder } from './folder.ts'
import { runProgram } from './processes.ts'
import { testServer } from './test-server.ts'

const PASSWORD = 'not-for-the-log'
const at = new Date('2028-05-03T12:00:00Z')
const folder = await testFolder('doctor')
const server = testServer(() => startEmbedded({ dataDir: join(folder, 'data'), log: () => {} }))
let db: Db
let offered = 0
const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ password }, _, done) =>
    password === PASSWORD ? done(null, { user: 'yard' }) : done(new Error(`no such password as ${password}`)),
  onMailFrom: (_, __, done) => {
    offered++
    done()
  },
})
const smtpPort = () => {
  const address = smtp.server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

/** The newest backup in it was made then. */
async function backupOf(name: string, made: Date): Promise<string> {
  const daily = `barkyard-${made.toISOString().replaceAll(':', '-')}`
  await mkdir(join(folder, name, daily), { recursive: true })
  await writeFile(join(folder, name, daily, 'barkyard-backup.json'), JSON.stringify({ at: made, daily, bytes: 1 }))
  return join(folder, name)
}

beforeAll(async () => {
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  await migrateAt(server.url)
  db = openDatabase(server.url)
  await keepVapidKeys(db, () => webPush.generateVAPIDKeys())
})
afterAll(async () => {
  smtp.close()
  await db?.destroy()
})

const good = async (): Promise<Record<string, string>> => ({
  NODE_ENV: 'production',
  DATA_DIR: join(folder, 'data'),
  PUBLIC_URL: 'https://yard.example.com',
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: `smtp://yard:${PASSWORD}@127.0.0.1:${smtpPort()}`,
  BACKUP_DIR: await backupOf('kept', new Date(at.getTime() - 47 * 3_600_000)),
})
const examined = async (env: Record<string, string>, { database = db, now = at, freeBytes = 5e9 } = {}) =>
  examine({ config: readConfig(env), database, now: () => now, freeBytes: async () => freeBytes })
const run = async (env: Record<string, string>) => {
  const { stdout, stderr, code } = await runProgram('commands/doctor', [], env).catch(error => error)
  return { lines: `${stdout}`.trimEnd().split('\n'), stderr, code: code ?? 0 }
}

test('a good installation: a line each, nothing sent', async () => {
  const env = await good()
  const findings = await examined(env)
  expect(findings.map(({ what, state }) => `${what} ${state}`)).toEqual([
    'public-url ok',
    'cookies ok',
    'proxy ok',
    'mail ok',
    'push-key ok',
    'disk ok',
    'clock skipped',
    'backup ok',
    'postgresql ok',
    'versions ok',
  ])
  // The program itself, by its own clock and disk.
  const { lines, code } = await run({ ...env, BACKUP_DIR: await backupOf('now', new Date()) })
  expect(lines.filter(line => line.startsWith('failed') && !line.includes('GB free'))).toEqual([])
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe('ok       public-url: https://yard.example.com')
  expect(code).toBe(lines.some(line => line.startsWith('failed')) ? 1 : 0)
  expect(offered).toBe(0)
})

test('what is broken is named with its cure', async () => {
  const env = await good()
  const broken = async (words: RegExp[], more: Record<string, string>, options?: Parameters<typeof examined>[1]) => {
    const failed = (await examined({ ...env, ...more }, options)).filter(({ state }) => state === 'failed')
    const found = failed.map(({ what, detail }) => `${what}: ${detail}`)
    expect(found).toEqual(words.map(one => expect.stringMatching(one)))
    expect(found.join()).not.toContain('wrong-word')
  }
  const isHttp = [/^public-url: http:\/\/yard.example.com is not https/, /^cookies: not Secure/]
  await broken(isHttp, { PUBLIC_URL: 'http://yard.example.com' })
  await broken([/^proxy: TRUST_PROXY names none/], { TRUST_PROXY: '' })
  const refused = { SMTP_URL: `smtp://yard:wrong-word@127.0.0.1:${smtpPort()}` }
  await broken([/^mail: 127.0.0.1 does not let us in \(EAUTH 535\)/], refused)
  const secrets = { SESSION_SECRET: PASSWORD, POSTGRES_PASSWORD: PASSWORD }
  const SMTP_URL = readCompose(secrets).services['api-1']?.environment.SMTP_URL ?? ''
  await broken([/^mail: mail:1025 .* delivers none: set SMTP_URL/], { SMTP_URL })
  await broken([/^disk: DATA_DIR has 0.1 GB free/], {}, { freeBytes: 1e8 })
  const now = new Date(at.getTime() + 2 * 3_600_000)
  await broken([/^backup: the newest is 49.0 hours old/], {}, { now })
  await db.updateTable('vapid_keys').set({ public_key: webPush.generateVAPIDKeys().publicKey }).execute()
  await broken([/^push-key: its halves do not fit/], {})
  expect(offered).toBe(0)

  // A server that is not durable, whose clock is another, and whose tables are of an older release.
  const other = await createTestDatabase()
  const fast = openDatabase(other.url, { max: 1 })
  await fast
    .deleteFrom('kysely_migration' as 'users')
    .where('name' as 'id', '=', '0107-join-codes')
    .execute()
  const otherWords = [
    /^clock: \d+\.\d s from the database’s/,
    /^postgresql: .*fsync is off.*DATABASE_POOL is 999/,
    /^versions: Barkyard \d.*: 1 of its migrations have not run/,
  ]
  const SESSION_SECRET = 'only-for-this-test-and-nothing-else'
  await broken(otherWords, { DATABASE_URL: other.url, DATABASE_POOL: '999', SESSION_SECRET }, { database: fast })
  await fast.destroy()
})

test('without its database, or with a wrong setting, it says so, shows no secret and exits with 1', async () => {
  const env = await good()
  const url = `postgres://yard:${PASSWORD}@127.0.0.1:1/yard`
  const gone = await run({ ...env, DATABASE_URL: url, SESSION_SECRET: `${PASSWORD}-and-more-of-it-so-long` })
  expect(gone.code).toBe(1)
  expect(gone.lines.filter(line => /database/.test(line))).toEqual([
    expect.stringMatching(/^skipped {2}push-key/),
    'skipped  clock: the database cannot be reached (ECONNREFUSED)',
    'failed   postgresql: the database cannot be reached (ECONNREFUSED)',
    expect.stringMatching(/^skipped {2}versions/),
  ])
  expect(gone.lines.join('\n')).not.toContain(PASSWORD)
  expect(gone.stderr).toBe('')
  const wrong = await run({ ...env, TRUST_PROXY: 'balancer' })
  expect([wrong.code, wrong.lines]).toEqual([1, [expect.stringMatching(/^failed {3}settings: TRUST_PROXY must be/)]])
})
