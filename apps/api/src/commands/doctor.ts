import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, openDatabase } from '@barkyard/db/open'
import { EmbeddedPostgresError, startEmbedded } from '@barkyard/postgres/embedded'
import { type Config, readConfig } from '../config.ts'
import { ConfigError } from '../settings.ts'
import { examine, type Finding } from './doctor/examine.ts'
import { endWithError } from './end-with-error.ts'

/** Works on the database as it is: nothing is made or migrated. A text says why there is none. */
async function withDatabaseAsIs<T>(config: Config, work: (database: Db | string) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== null) return withUrl(databaseUrl, work)
  if (!(await stat(join(dataDir, 'postgres')).catch(() => null)))
    return work('there is no database yet: start the app once')
  let embedded: Awaited<ReturnType<typeof startEmbedded>>
  try {
    embedded = await startEmbedded({ dataDir, log: () => {} })
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) return work(error.message)
    throw error
  }
  try {
    return await withUrl(embedded.url, work)
  } finally {
    await embedded.stop()
  }
}

async function withUrl<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** `barkyard doctor`: says what of an installation is not ready for production, a line each. It changes nothing. */
async function main(): Promise<void> {
  let findings: Finding[]
  try {
    const config = readConfig(process.env)
    findings = await withDatabaseAsIs(config, database => examine({ config, database, now: () => new Date() }))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    findings = [{ what: 'settings', state: 'failed', detail: error.message }]
  }
  for (const { what, state, detail } of findings) console.log(`${state.padEnd(7)}  ${what}: ${detail}`)
  process.exit(findings.some(({ state }) => state === 'failed') ? 1 : 0)
}

main().catch(endWithError)
