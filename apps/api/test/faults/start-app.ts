import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@barkyard/db/open'
import { type App, buildApp } from '../../src/app.ts'
import { poolOptions, readConfig } from '../../src/config.ts'

export interface StartedApp extends App {
  url: string
  stop(): Promise<void>
}

/** Starts another app on a database. Two of them in one test behave like two processes. */
export async function startApp(databaseUrl: string, env: Record<string, string> = {}): Promise<StartedApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'barkyard-api-test-'))
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    RATE_LIMIT: '0',
    SESSION_SECRET: 'a secret that all processes of a test share',
    ...env,
  })
  const db = openDatabase(databaseUrl, poolOptions(config))
  const app = await buildApp(config, { db })
  const url = await app.server.listen({ port: 0, host: '127.0.0.1' })
  return {
    ...app,
    url,
    async stop() {
      await app.server.close()
      await db.destroy()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
