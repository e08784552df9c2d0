import { sql } from 'kysely'
import { change } from './steps.ts'

/** What cases keep of searches for lost dogs and of sightings. */
export const steps = [
  change(sql`
    CREATE TABLE IF NOT EXISTS report_lost (
      id uuid PRIMARY KEY,
      case_id uuid NOT NULL REFERENCES report_cases ON DELETE CASCADE,
      lost_id uuid NOT NULL,
      sighting_id uuid,
      words jsonb NOT NULL,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX IF NOT EXISTS report_lost_of_case ON report_lost (case_id, id)`),
]
