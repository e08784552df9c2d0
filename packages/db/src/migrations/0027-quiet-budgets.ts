import { sql } from 'kysely'
import { addIndex, change, type Step } from './steps.ts'

/**
 * Bounds on what one owner makes another receive.
 *
 * `playdates.urgent` lists the notices of a playdate that passed quiet hours, so that each passes once. `pair_deliveries`
 * has a row for each push and mail that one owner caused for another in the last hour; a sweep deletes older ones. Jobs of a
 * higher `priority` run first, so that a mail that somebody waits for overtakes the others.
 */
export const steps: readonly Step[] = [
  change(sql`
    ALTER TABLE playdates ADD COLUMN IF NOT EXISTS urgent text[] NOT NULL DEFAULT '{}';
    ALTER TABLE jobs ADD COLUMN IF NOT EXISTS priority smallint NOT NULL DEFAULT 0;
    CREATE TABLE IF NOT EXISTS pair_deliveries (
      id uuid PRIMARY KEY,
      from_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      to_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      channel text NOT NULL,
      sent_at timestamptz NOT NULL
    );
    CREATE INDEX IF NOT EXISTS pair_deliveries_of_pair ON pair_deliveries (to_id, from_id, channel, sent_at);
    CREATE INDEX IF NOT EXISTS pair_deliveries_from ON pair_deliveries (from_id);
    CREATE INDEX IF NOT EXISTS pair_deliveries_by_age ON pair_deliveries (sent_at);`),
  addIndex('jobs_by_priority', 'ON jobs (kind, priority DESC, due_at) WHERE given_up_at IS NULL'),
]
