import { type Kysely, sql } from 'kysely'

/**
 * Keys are written down before the files of a photo. Existing photos are written down already: their rows name their
 * keys. New tables only, so nothing waits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE pending_photos (
      key text PRIMARY KEY,
      noted_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE copied_photos (key text PRIMARY KEY);
  `.execute(db)
}
