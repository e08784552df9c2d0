import { type Kysely, sql } from 'kysely'

/** Links that are mailed, addresses that are verified, and what a session runs on. New columns are nullable: no table is rewritten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE account_links (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      purpose text NOT NULL,
      email text NOT NULL,
      asked_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    );
    CREATE INDEX account_links_user ON account_links (user_id, purpose);
    CREATE INDEX account_links_expires ON account_links (expires_at);
    ALTER TABLE users ADD COLUMN email_verified_at timestamptz;
    ALTER TABLE sessions ADD COLUMN device text;
  `.execute(db)
}
