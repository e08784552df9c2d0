import { migrateToLatest } from '@barkyard/db/migrate'
import { type Db, openDatabase } from '@barkyard/db/open'
import { startEmbedded } from '@barkyard/postgres/embedded'
import { type Config, readConfig } from '../config.ts'

/** What a command works with. */
export interface CommandServices {
  db: Db
  config: Config
}

/**
 * Runs a command on the app's database, migrated, over one connection. Works beside a running app: the embedded server
 * is shared with it. `statementTimeoutMs` replaces the usual bound where a command reads whole tables.
 */
export async function withDatabase<T>(
  work: (services: CommandServices) => Promise<T>,
  options: { statementTimeoutMs?: number } = {},
): Promise<T> {
  const config = readConfig(process.env)
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log: () => {} }) : null
  const db = openDatabase(config.databaseUrl ?? embedded?.url ?? '', { max: 1, ...options })
  try {
    await migrateToLatest(db)
    return await work({ db, config })
  } finally {
    await db.destroy()
    await embedded?.stop()
  }
}
