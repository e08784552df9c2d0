import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Statement } from '@barkyard/db/open'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { afterAll, beforeAll } from 'vitest'
import { type App, buildApp, type LogOptions } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { ServicesOptions } from '../src/make-services.ts'
import { BUILT_DECODER, LOW_COST } from '../testing/built-app.ts'

type AppOptions = LogOptions &
  Omit<ServicesOptions, 'db'> & {
    /** Called for each SQL statement of the app. */
    onStatement?: (statement: Statement) => void
    /** Default: longer than the app's own, which a busy machine may need for a connection. */
    connectionTimeoutMs?: number
  }

export interface TestApp extends App {
  /** "http://127.0.0.1:PORT" */
  url: string
  dataDir: string
  /** Stops the app and its connections, but not the database. */
  stop(): Promise<void>
}

/** Starts the complete app of one process on a free port. The caller stops it. */
export async function startApp(
  databaseUrl: string,
  env: Record<string, string> = {},
  { onStatement, connectionTimeoutMs = 60_000, ...options }: AppOptions = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'barkyard-api-test-'))
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    RATE_LIMIT: '0',
    ...env,
  })
  const db = openDatabase(databaseUrl, { ...config.pool, connectionTimeoutMs, ...(onStatement && { onStatement }) })
  const built = await buildApp(config, { db, passwordCost: LOW_COST, decoder: BUILT_DECODER, ...options })
  const url = await built.server.listen({ port: 0, host: '127.0.0.1' })
  // The client ends idle connections: a server that does so while its own process is busy resets the next request.
  built.server.server.keepAliveTimeout = 0
  // A deletion is answered with its files gone, however busy the machine is.
  built.services.sweeper.answerWithinMs = 60_000
  const stop = async () => {
    await built.server.close()
    await db.destroy()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { ...built, dataDir, url, stop }
}

/**
 * The app on a separate database for this test file, from before its first test to after its last.
 * @param env settings that differ from the defaults.
 */
export function testApp(env: Record<string, string> = {}, options?: AppOptions): TestApp {
  const app = {} as TestApp
  let close = async () => {}
  beforeAll(async () => {
    const database = await createTestDatabase()
    Object.assign(app, await startApp(database.url, env, options))
    close = async () => {
      await app.stop()
      await database.drop()
    }
  })
  afterAll(() => close())
  return app
}
