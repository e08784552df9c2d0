import { type Kysely, type Migration, type RawBuilder, sql } from 'kysely'

/**
 * Longest wait of a migration for a lock, in ms. Everybody who comes after a waiting ALTER TABLE waits behind it, so a
 * migration gives up soon and tries again a little later.
 */
export const LOCK_TIMEOUT_MS = 500

/**
 * One step of a migration. It runs outside a transaction and leaves the database in a state that both the old and the
 * new processes can work with. A crash repeats it from the start, so it must be possible twice: IF NOT EXISTS,
 * OR REPLACE, or one of the helpers below.
 */
export type Step = <T>(db: Kysely<T>) => Promise<void>

/** A migration that cannot run in one transaction. Its steps run one after the other, and again after a crash. */
export interface SteppedMigration {
  steps: readonly Step[]
}

export type AnyMigration = Migration | SteppedMigration

export const isStepped = (migration: AnyMigration): migration is SteppedMigration => 'steps' in migration

/** Statements that take a moment, in one transaction. They wait for their locks as briefly as any migration. */
export const change =
  (statements: RawBuilder<unknown>): Step =>
  async <T>(db: Kysely<T>) => {
    await db.transaction().execute(trx => statements.execute(trx))
  }

/**
 * One statement that reads a whole table and lets others read and write it meanwhile, such as VALIDATE CONSTRAINT. It
 * waits for its locks as long as it takes, because nobody who reads or writes waits behind it.
 */
export const scan =
  (statement: RawBuilder<unknown>): Step =>
  async <T>(db: Kysely<T>) => {
    await sql`SET lock_timeout = 0`.execute(db)
    try {
      await statement.execute(db)
    } finally {
      await sql`SET lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db)
    }
  }

/**
 * Builds an index while others read and write the table. What a crash left half built is dropped first.
 * @param definition what follows the name: `ON playdates (match_id, when_ts)`.
 */
export const addIndex =
  (name: string, definition: string, { unique = false } = {}): Step =>
  async <T>(db: Kysely<T>) => {
    const { rows } = await sql<{ valid: boolean }>`
      SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass(${name})`.execute(db)
    if (rows[0]?.valid) return
    if (rows[0]) await scan(sql`DROP INDEX CONCURRENTLY ${sql.id(name)}`)(db)
    await scan(
      sql`CREATE ${sql.raw(unique ? 'UNIQUE ' : '')}INDEX CONCURRENTLY ${sql.id(name)} ${sql.raw(definition)}`,
    )(db)
  }

/** Drops an index while others read and write the table. */
export const dropIndex = (name: string): Step => scan(sql`DROP INDEX CONCURRENTLY IF EXISTS ${sql.id(name)}`)

/**
 * Runs a statement again and again, each time in a transaction of its own, until it changes no row. It must pick a
 * bounded number of rows that still need the change (`WHERE id IN (SELECT … WHERE new IS NULL LIMIT 1000)`).
 */
export const backfill =
  (statement: RawBuilder<unknown>): Step =>
  async <T>(db: Kysely<T>) => {
    for (;;) {
      const { numAffectedRows } = await statement.execute(db)
      if (!numAffectedRows) return
    }
  }
