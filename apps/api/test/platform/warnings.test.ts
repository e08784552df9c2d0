import { once } from 'node:events'
import { createServer } from 'node:net'
import { openDatabase } from '@barkyard/db/open'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { freePort } from '@barkyard/postgres/testing/free-port'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../app.ts'

/** Starts the app and collects the warnings of its log. */
async function startAndWatch(databaseUrl: string, env: Record<string, string> = {}) {
  const warnings: Record<string, unknown>[] = []
  const app = await startApp(
    databaseUrl,
    { LOG_LEVEL: 'warn', ...env },
    { logTo: { write: line => void warnings.push(JSON.parse(line)) } },
  )
  onTestFinished(() => app.stop())
  return { app, warnings }
}

test('a bus that was never reached is warned of once, with the reason', async () => {
  let attempts = 0
  const port = await freePort()
  const server = createServer(socket => {
    attempts++
    socket.on('error', () => undefined).end('-ERR this is no Redis\r\n')
  }).listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { url } = await createTestDatabase()
  const { warnings } = await startAndWatch(url, { REDIS_URL: `redis://127.0.0.1:${port}` })
  await until(() => attempts >= 6)
  const msg = 'The bus cannot be reached: events do not reach other processes until it can'
  expect(warnings).toMatchObject([{ reason: expect.stringMatching(/./), msg }])
})

test('jobs that cannot be read are warned of once for each kind, with the cause', async () => {
  const { url } = await createTestDatabase()
  const { app, warnings } = await startAndWatch(url)
  const db = openDatabase(url, { max: 1 })
  await sql`ALTER TABLE jobs RENAME TO jobs_elsewhere`.execute(db)
  await db.destroy()
  const kinds = app.services.jobs.counts().size
  const warned = () => {
    app.services.jobs.wakeRunners()
    return warnings
  }
  await until(warned, list => list.length >= kinds)
  expect(new Set(warnings.map(({ kind }) => kind)).size).toBe(kinds)
  for (const warning of warnings)
    expect(warning).toMatchObject({ msg: 'jobs cannot be read', error: { code: '42P01' } })
})
