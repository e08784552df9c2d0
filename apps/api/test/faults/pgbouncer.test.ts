import { chmod, chown, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@barkyard/db/open'
import { withBackupLock } from '@barkyard/db/queries/backups/backups'
import { createEmptyDatabaseAt } from '@barkyard/postgres/testing/cluster'
import { freePort } from '@barkyard/postgres/testing/free-port'
import { atPort } from '@barkyard/postgres/testing/line'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { twoMatched } from '../client.ts'
import { newFolder, removeFolder } from './folder.ts'
import { newProcess } from './processes.ts'
import { findProgram, Spawned } from './spawned.ts'

const program = findProgram('pgbouncer')

/** Whether PgBouncer can run here. With CI set its tests fail without it. */
const hasPgBouncer = program !== undefined || process.env.CI !== undefined

/**
 * PgBouncer with its defaults but for the mode, before the server of an embedded database, until the test has ended.
 * @returns the URL of the database through it.
 */
async function startPgBouncer(databaseUrl: string, mode: 'session' | 'transaction' = 'session'): Promise<string> {
  if (program === undefined) throw new Error('pgbouncer is not installed')
  const database = new URL(databaseUrl)
  const socket = database.searchParams.get('host') ?? ''
  const folder = await newFolder('pgbouncer')
  const port = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  await writeFile(users, `"${database.username}" "${database.password}"\n`)
  await writeFile(
    settings,
    `[databases]
* = host=${socket} port=${database.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
`,
  )
  // It refuses to run as root, and the server's socket is closed to all accounts but the server's own.
  const { uid, gid } = await stat(socket)
  for (const path of [folder, settings, users]) await chown(path, uid, gid)
  await chmod(folder, 0o700)
  const pgbouncer = new Spawned(program, [settings], { uid, gid, cwd: '/' })
  onTestFinished(async () => {
    await pgbouncer.end('SIGKILL')
    await removeFolder(folder)
  })
  await pgbouncer.up(() => pgbouncer.printed.includes('process up'))
  return atPort(databaseUrl, port)
}

test.skipIf(!hasPgBouncer)(
  'a process starts and serves behind PgBouncer in session mode, and timeouts hold',
  async () => {
    const { url } = await createEmptyDatabaseAt(inject('testClusterUrl'))
    const through = await startPgBouncer(url)
    const api = await newProcess({ DATABASE_URL: through })
    onTestFinished(async () => void (await api.end('SIGKILL')))
    await api.start()
    const { first, matchId } = await twoMatched(api.url)
    const sent = await first.owner.post(`/api/messages/${matchId}`, { body: 'hello' })
    expect(sent.status).toBe(200)
    expect((await first.owner.get(`/api/messages/${matchId}`)).body).toHaveLength(2)
    expect(await api.end('SIGTERM')).toBe(0)

    const db = openDatabase(through, { max: 1, statementTimeoutMs: 300, lockTimeoutMs: 200 })
    await expect(sql`SELECT pg_sleep(10)`.execute(db)).rejects.toMatchObject({ code: '57014' })
    const { rows } = await sql`SELECT current_setting('lock_timeout') AS lock,
    current_setting('idle_in_transaction_session_timeout') AS idle`.execute(db)
    expect(rows).toEqual([{ lock: '200ms', idle: '30s' }])
    await db.destroy()
  },
)

test.skipIf(!hasPgBouncer)('one process at a time backs up behind PgBouncer in transaction mode', async () => {
  const { url } = await createEmptyDatabaseAt(inject('testClusterUrl'))
  const db = openDatabase(await startPgBouncer(url, 'transaction'), { max: 1 })
  const alone = (work = async () => 'done') => withBackupLock(db, work)
  expect(await alone(async () => `${await alone()}`)).toBe('null')
  expect(await alone()).toBe('done')
  await db.destroy()
})
