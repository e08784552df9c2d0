import { migrateToLatest } from '@barkyard/db/migrate'
import { openDatabase } from '@barkyard/db/open'
import { startEmbedded } from '@barkyard/postgres/embedded'
import { readConfig } from '../config.ts'
import type { CommandServices } from '../services.ts'

/**
 * Runs a command on the app's migrated database, over one connection. It can run beside the app and then shares the
 * embedded server. `statementTimeoutMs` replaces the usual limit for commands that read whole tables.
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
