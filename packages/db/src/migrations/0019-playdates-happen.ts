import { type Kysely, sql } from 'kysely'

/**
 * Playdates that change: a revision, the terms that one side would like, a cancellation, who is late or here, when it was
 * agreed, and when both said that they would meet again. What each side says afterwards is its own, so it has a table of
 * its own. And the calendars that owners subscribe to, of which only a hash is kept.
 *
 * Locks are short: columns that are nullable or have a constant default, and new tables, rewrite and read nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE playdates
      ADD COLUMN revision integer NOT NULL DEFAULT 1,
      ADD COLUMN changes jsonb,
      ADD COLUMN signals jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN cancelled_at timestamptz,
      ADD COLUMN cancel_reason text,
      ADD COLUMN agreed_at timestamptz,
      ADD COLUMN again_at timestamptz;

    CREATE TABLE playdate_recaps (
      playdate_id uuid NOT NULL REFERENCES playdates ON DELETE CASCADE,
      dog_id uuid NOT NULL REFERENCES dogs ON DELETE CASCADE,
      met boolean NOT NULL,
      again boolean NOT NULL,
      at timestamptz NOT NULL,
      PRIMARY KEY (playdate_id, dog_id)
    );
    CREATE INDEX playdate_recaps_of_dog ON playdate_recaps (dog_id);

    CREATE TABLE calendar_feeds (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      hash bytea NOT NULL UNIQUE,
      created_at timestamptz NOT NULL
    );
  `.execute(db)
}
