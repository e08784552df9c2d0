import { type Kysely, sql } from 'kysely'

/** What the admin's lists are searched and sorted by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE EXTENSION IF NOT EXISTS pg_trgm;

    ALTER TABLE users ADD COLUMN name_key text NOT NULL GENERATED ALWAYS AS (lower(first_name || ' ' || last_name)) STORED;
    CREATE INDEX users_by_name ON users (name_key, id);
    CREATE INDEX users_search ON users USING gin ((name_key || ' ' || email_key) gin_trgm_ops);

    ALTER TABLE dogs ADD COLUMN name_key text NOT NULL GENERATED ALWAYS AS (lower(name)) STORED;
    ALTER TABLE dogs ADD COLUMN breed_key text NOT NULL GENERATED ALWAYS AS (lower(breed)) STORED;
    CREATE INDEX dogs_by_name ON dogs (name_key, id);
    CREATE INDEX dogs_by_breed ON dogs (breed_key, id);
    CREATE INDEX dogs_search ON dogs USING gin ((name_key || ' ' || breed_key) gin_trgm_ops);
    CREATE INDEX dogs_unowned ON dogs (name_key, id) WHERE user_id IS NULL;
  `.execute(db)
}
