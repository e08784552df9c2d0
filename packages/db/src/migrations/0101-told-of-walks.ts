import { sql } from 'kysely'
import { change } from './steps.ts'

/** How near new walks are of which an owner is notified, and those of the last week that they were notified of. */
export const steps = [
  change(sql`
    ALTER TABLE preferences ADD COLUMN IF NOT EXISTS walks_near_km integer DEFAULT 10;
    CREATE TABLE IF NOT EXISTS walk_tellings (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      host_id uuid REFERENCES users ON DELETE SET NULL,
      told_at timestamptz NOT NULL
    );
    CREATE INDEX IF NOT EXISTS walk_tellings_of_user ON walk_tellings (user_id, told_at);
    CREATE INDEX IF NOT EXISTS walk_tellings_of_host ON walk_tellings (host_id);
    CREATE INDEX IF NOT EXISTS walk_tellings_by_time ON walk_tellings (told_at)`),
]
