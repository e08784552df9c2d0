import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '@barkyard/db/open'
import { EmbeddedPostgresError } from '@barkyard/postgres/embedded'
import { type Config, readConfig } from '../config.ts'
import { ConfigError } from '../settings.ts'
import { examine, type Finding } from './doctor/examine.ts'
import { endWithError } from './end-with-error.ts'
import { withConnection, withUrl } from './with-database.ts'

/** Works on the database as it is: nothing is made or migrated. A text says why there is none. */
async function withDatabaseAsIs<T>(config: Config, work: (database: Db | string) => Promise<T>): Promise<T> {
  if (config.databaseUrl === null && !(await stat(join(config.dataDir, 'postgres')).catch(() => null)))
    return work('there is no database yet: start the app once')
  try {
    return await withUrl(config, url => withConnection(url, work))
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) return work(error.message)
    throw error
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
