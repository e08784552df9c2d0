import { type Kysely, sql } from 'kysely'

/**
 * Saved searches. `searched_until` is by the database's clock, like `dogs.created_at`: only dogs made later are new.
 * `look_at` and `looked_at` are by the clock of the app, which decides when a look is due.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE searches (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      name text NOT NULL,
      filters jsonb NOT NULL,
      created_at timestamptz NOT NULL,
      searched_until timestamptz NOT NULL DEFAULT clock_timestamp(),
      look_at timestamptz NOT NULL,
      looked_at timestamptz
    );
    CREATE INDEX searches_of_user ON searches (user_id, id);
    CREATE INDEX searches_due ON searches (look_at);
  `.execute(db)
}
