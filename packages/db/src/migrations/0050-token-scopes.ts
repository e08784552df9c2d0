import { type Kysely, sql } from 'kysely'

/** What a token may do, and when it ends. Tokens from before can read and write, without an end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE tokens
      ADD COLUMN scopes text[] NOT NULL DEFAULT '{read,write}',
      ADD COLUMN expires_at timestamptz
  `.execute(db)
}
