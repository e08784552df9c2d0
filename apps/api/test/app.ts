import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@barkyard/db/open'
import { createTestDatabase } from '@barkyard/db/testing'
import { afterAll, beforeAll } from 'vitest'
import { type App, buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'

export interface TestApp extends App {
  /** "http://127.0.0.1:PORT" */
  url: string
  dataDir: string
}

/**
 * The whole app on a database of this test file's own, listening on a free port.
 * @param env settings other than the defaults.
 */
export function testApp(env: Record<string, string> = {}): TestApp {
  const app = {} as TestApp
  let close = async () => {}
  beforeAll(async () => {
    const database = await createTestDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'barkyard-api-test-'))
    const config = readConfig({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      RATE_LIMIT: '0',
      ...env,
    })
    const db = openDatabase(database.url)
    const built = await buildApp(config, { db })
    Object.assign(app, built, { dataDir, url: await built.server.listen({ port: 0, host: '127.0.0.1' }) })
    close = async () => {
      await built.server.close()
      await db.destroy()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
  afterAll(() => close())
  return app
}
