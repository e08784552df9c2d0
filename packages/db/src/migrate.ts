import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import * as ours from './migrations/index.ts'
import { type AnyMigration, isStepped, LOCK_TIMEOUT_MS } from './migrations/steps.ts'
import { isLockTimeout, isTransient, openDatabase } from './open.ts'

interface MigrateOptions {
  migrations?: Readonly<Record<string, AnyMigration>>
  /** Called with one line about what a migration waits for. */
  log?: (line: string) => void
}

/** The pause before a migration tries again to get its locks, or checks again whether another process has finished. */
const PAUSE_MS = 250
const LOG_EVERY_MS = 10_000

/**
 * Migrates the database to the newest schema. Each migration runs in a transaction or in separate steps (README.md says
 * which changes need steps). It is safe if several processes start at once, and after a crash. Migrations of a newer
 * process are left alone, so that an older process can start beside it.
 * @returns the names of the migrations that ran now.
 * @throws the error of the migration that failed. Earlier ones stay applied.
 */
export async function migrateToLatest<T>(
  db: Kysely<T>,
  { migrations = ours, log = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  return db.connection().execute(connection =>
    alone(connection, log, async () => {
      const ran: string[] = []
      for (;;) {
        const executed = await executedNames(connection)
        const next = Object.keys(migrations)
          .sort()
          .find(name => !executed.includes(name))
        const migration = next === undefined ? undefined : migrations[next]
        const run = (work: () => Promise<void>) => patiently(`Migration ${next}`, log, work)
        if (migration && isStepped(migration)) for (const step of migration.steps) await run(() => step(connection))
        await run(() => note(connection, migrations, executed, next))
        if (next === undefined) return ran
        ran.push(next)
      }
    }),
  )
}

/** The same over a separate connection without timeouts, because a migration may take long. */
export async function migrateAt(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const db = openDatabase(url, { max: 1, statementTimeoutMs: 0 })
  try {
    return await migrateToLatest(db, options)
  } finally {
    await db.destroy()
  }
}

/** How many migrations of this release a database lacks. */
export async function countWaitingMigrations<T>(db: Kysely<T>): Promise<number> {
  const executed = new Set(await executedNames(db))
  return Object.keys(ours).filter(name => !executed.has(name)).length
}

/**
 * Runs work while no other process migrates. It polls the lock: a statement that waits for it has a snapshot, and
 * CREATE INDEX CONCURRENTLY, which waits for all snapshots, would deadlock with it.
 */
async function alone<T, R>(connection: Kysely<T>, log: (line: string) => void, work: () => Promise<R>): Promise<R> {
  const began = now()
  for (let loggedAt = began; ; await sleep(PAUSE_MS)) {
    const { rows } = await sql<{
      mine: boolean
    }>`SELECT pg_try_advisory_lock(${sql.lit(MIGRATION_LOCK)}) AS mine`.execute(connection)
    if (rows[0]?.mine) break
    if (now() - loggedAt < LOG_EVERY_MS) continue
    loggedAt = now()
    log(`Another process has been migrating the database for ${Math.round((loggedAt - began) / 1000)} s`)
  }
  const { rows } = await sql<{ lockTimeout: string }>`SELECT current_setting('lock_timeout') AS "lockTimeout"`.execute(
    connection,
  )
  const before = rows[0]?.lockTimeout ?? '0'
  try {
    await sql`SET lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(connection)
    return await work()
  } finally {
    // If this fails, the connection is broken, and its lock is released with it.
    await sql`SET lock_timeout = ${sql.lit(before)}; SELECT pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`
      .execute(connection)
      .catch(() => undefined)
  }
}
export const MIGRATION_LOCK = '7204418935566120481'
const now = () => performance.now()

/** Repeats work until it gets the locks that it needs. */
async function patiently<R>(what: string, log: (line: string) => void, work: () => Promise<R>): Promise<R> {
  const began = now()
  for (let loggedAt = began; ; await sleep(PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error) && !isTransient(error)) throw error
      if (now() - loggedAt < LOG_EVERY_MS) continue
      loggedAt = now()
      log(`${what} has waited ${Math.round((loggedAt - began) / 1000)} s for a table that is in use`)
    }
  }
}

/** A migration without work, for those whose steps have run already: Kysely's migrator records it and checks the order. */
const nothing: Migration = { up: async () => {} }

/**
 * Runs the migration `next` if it is one transaction, and records it. Steps have run before, outside Kysely's own lock,
 * because a process of an older release that starts meanwhile waits for that lock inside a statement. Without `next` it
 * only checks that all recorded migrations are known or newer.
 */
async function note<T>(
  connection: Kysely<T>,
  migrations: Readonly<Record<string, AnyMigration>>,
  executed: readonly string[],
  next: string | undefined,
): Promise<void> {
  const names = Object.keys(migrations).sort()
  const last = names.at(-1) ?? ''
  const known = names.filter(name => next === undefined || name <= next)
  const newer = executed.filter(name => name > last)
  const provided: Record<string, Migration> = Object.fromEntries([...known, ...newer].map(name => [name, nothing]))
  const migration = next === undefined ? undefined : migrations[next]
  if (next !== undefined && migration && !isStepped(migration)) provided[next] = migration
  const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => provided } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function executedNames<T>(db: Kysely<T>): Promise<string[]> {
  const { rows: tables } = await sql<{ found: string | null }>`SELECT to_regclass('kysely_migration') AS found`.execute(
    db,
  )
  if (!tables[0]?.found) return []
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db)
  return rows.map(({ name }) => name)
}
