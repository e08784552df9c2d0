import { type Kysely, sql } from 'kysely'

/** The answers to calls that were sent with an Idempotency-Key, so that a repeated call gets the same one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE idempotency_keys (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      key bytea NOT NULL,
      request bytea NOT NULL,
      answer bytea,
      created_at timestamptz NOT NULL,
      UNIQUE (user_id, key)
    );
    CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
  `.execute(db)
}
