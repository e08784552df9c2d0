import { type Kysely, sql } from 'kysely'

/**
 * Work for later. A row is written in the transaction of what causes the work, and deleted when the work is done.
 * Rows live for seconds, so vacuum must come by count, not by share; updates of a lease touch no index (HOT).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE jobs (
      id uuid PRIMARY KEY,
      kind text NOT NULL,
      key text,
      user_id uuid REFERENCES users ON DELETE CASCADE,
      payload jsonb NOT NULL,
      due_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL,
      attempts int NOT NULL DEFAULT 0,
      lease_id uuid,
      leased_until timestamptz,
      given_up_at timestamptz
    ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
    CREATE UNIQUE INDEX jobs_key ON jobs (kind, key) WHERE given_up_at IS NULL;
    CREATE INDEX jobs_due ON jobs (kind, due_at) WHERE given_up_at IS NULL;
    CREATE INDEX jobs_given_up ON jobs (given_up_at) WHERE given_up_at IS NOT NULL;
    CREATE INDEX jobs_user ON jobs (user_id);
  `.execute(db)
}
