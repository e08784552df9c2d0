import { type Kysely, Migrator } from 'kysely'
import { migrations } from './migrations/index.ts'
import { openDatabase } from './open.ts'

/**
 * Brings the database to the newest schema. Safe when several processes start at once: Kysely's migrator holds a lock.
 * @returns names of the migrations that ran now.
 * @throws the error of the migration that failed; what had succeeded before it stays.
 */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).filter(result => result.status === 'Success').map(result => result.migrationName)
}

/**
 * The same over a connection of its own, without the limits of requests: to build an index on a large table, or to wait
 * for another process that does, takes as long as it takes.
 */
export async function migrateAt(url: string): Promise<string[]> {
  const db = openDatabase(url, { max: 1, statementTimeoutMs: 0, lockTimeoutMs: 0 })
  try {
    return await migrateToLatest(db)
  } finally {
    await db.destroy()
  }
}
