import { migrateToLatest } from '@barkyard/db/migrate'
import { type Db, openDatabase } from '@barkyard/db/open'
import { startEmbedded } from '@barkyard/postgres/embedded'
import { type Config, readConfig } from '../config.ts'
import type { CommandServices } from '../services.ts'

interface Options {
  /** The settings. Default: those of the process. */
  env?: NodeJS.ProcessEnv
  /** Replaces the usual limit for commands that read whole tables. */
  statementTimeoutMs?: number
}

/** Runs work on the embedded database, which may run already, or that of DATABASE_URL. */
export async function withUrl<T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== null) return work(databaseUrl)
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

export async function withConnection<T>(url: string, work: (db: Db) => Promise<T>, options: Options = {}): Promise<T> {
  const db = openDatabase(url, { max: 1, ...options })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Runs a command on the app's migrated database. It can run beside the app and then shares the embedded server. */
export async function withDatabase<T>(
  work: (services: CommandServices) => Promise<T>,
  { env = process.env, ...options }: Options = {},
): Promise<T> {
  const config = readConfig(env)
  const migrated = async (db: Db) => {
    await migrateToLatest(db)
    return work({ db, config })
  }
  return withUrl(config, url => withConnection(url, migrated, options))
}
