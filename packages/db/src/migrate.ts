import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { migrations } from './migrations/index.ts'
import { openDatabase } from './open.ts'

/**
 * Brings the database to the newest schema. Safe when several processes start at once: Kysely's migrator holds a lock.
 * What a newer process has migrated is left as it is, so that an older one can start beside it.
 * @returns names of the migrations that ran now.
 * @throws the error of the migration that failed; what had succeeded before it stays.
 */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<string[]> {
  for (let known = await newerThanOurs(db); ; ) {
    const all = { ...migrations, ...Object.fromEntries(known.map(name => [name, nothing])) }
    const migrator = new Migrator({ db, provider: { getMigrations: async () => all } })
    const { error, results } = await migrator.migrateToLatest()
    if (!error) return (results ?? []).filter(({ status }) => status === 'Success').map(result => result.migrationName)
    // A newer process may have migrated while this one waited for the lock.
    const now = await newerThanOurs(db)
    if (now.length === known.length) throw error
    known = now
  }
}

/** Stands for a migration that has run and is not known here: Kysely takes the database for corrupted without. */
const nothing: Migration = { up: async () => {} }

/** Names of migrations that have run and come after the last one known here. */
async function newerThanOurs<T>(db: Kysely<T>): Promise<string[]> {
  const { rows: tables } = await sql<{ found: string | null }>`SELECT to_regclass('kysely_migration') AS found`.execute(
    db,
  )
  if (!tables[0]?.found) return []
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db)
  const last = Object.keys(migrations).sort().at(-1) ?? ''
  return rows.map(({ name }) => name).filter(name => name > last)
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
