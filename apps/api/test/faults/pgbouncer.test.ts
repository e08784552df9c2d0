import { openDatabase } from '@barkyard/db/open'
import { withBackupLock } from '@barkyard/db/queries/backups/backups'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { createEmptyDatabaseAt } from '@barkyard/postgres/testing/cluster'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { twoMatched } from '../client.ts'
import { hasPgBouncer, startPgBouncer } from './pgbouncer-server.ts'
import { newProcess } from './processes.ts'

test.skipIf(!hasPgBouncer)('a process starts and serves behind PgBouncer in session mode', async () => {
  const { url } = await createEmptyDatabaseAt(inject('testClusterUrl'))
  const pgbouncer = await startPgBouncer(url)
  onTestFinished(() => pgbouncer.stop())
  const api = await newProcess({
    DATABASE_URL: pgbouncer.url,
    SESSION_SECRET: 'a secret that all processes of a test share',
    DATA_DIR: '/nonexistent',
    DEMO: '0',
  })
  onTestFinished(async () => void (await api.end('SIGKILL')))
  await api.start()
  const { first, matchId } = await twoMatched(api.url)
  const sent = await first.owner.post(`/api/messages/${matchId}`, { body: 'hello' })
  expect(sent.status).toBe(200)
  expect((await first.owner.get(`/api/messages/${matchId}`)).body).toHaveLength(2)
  expect(await api.end('SIGTERM')).toBe(0)
})

test.skipIf(!hasPgBouncer)('timeouts hold behind PgBouncer', async () => {
  const { url } = await createTestDatabase()
  const pgbouncer = await startPgBouncer(url)
  onTestFinished(() => pgbouncer.stop())
  const db = openDatabase(pgbouncer.url, { max: 1, statementTimeoutMs: 300, lockTimeoutMs: 200 })
  await expect(sql`SELECT pg_sleep(10)`.execute(db)).rejects.toMatchObject({ code: '57014' })
  const { rows } = await sql`SELECT current_setting('lock_timeout') AS lock,
    current_setting('idle_in_transaction_session_timeout') AS idle`.execute(db)
  expect(rows).toEqual([{ lock: '200ms', idle: '30s' }])
  await db.destroy()
})

test.skipIf(!hasPgBouncer)('one process at a time backs up behind PgBouncer in transaction mode', async () => {
  const { url } = await createEmptyDatabaseAt(inject('testClusterUrl'))
  const pgbouncer = await startPgBouncer(url, 'transaction')
  onTestFinished(() => pgbouncer.stop())
  const db = openDatabase(pgbouncer.url, { max: 1 })
  const alone = (work = async () => 'done') => withBackupLock(db, work)
  expect(await alone(async () => `${await alone()}`)).toBe('null')
  expect(await alone()).toBe('done')
  await db.destroy()
})
