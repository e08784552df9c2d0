import { type Kysely, sql } from 'kysely'

/**
 * The photos of dogs that were hidden: their files get new addresses, so that those who kept the old ones see nothing.
 *
 * Locks are short: a new table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE outdated_photos (
      key text PRIMARY KEY,
      noted_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db)
}
