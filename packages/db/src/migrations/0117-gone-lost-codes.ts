import { sql } from 'kysely'
import { addIndex, change } from './steps.ts'

/** The codes on posters whose cases are deleted, with dog, account or time: who comes by one learns that the search is over. */
export const steps = [
  change(sql`
    CREATE TABLE IF NOT EXISTS gone_lost_codes (
      code text PRIMARY KEY,
      gone_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE OR REPLACE FUNCTION note_gone_lost_code() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO gone_lost_codes (code) VALUES (OLD.code) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER lost_case_gone AFTER DELETE ON lost_cases
      FOR EACH ROW EXECUTE FUNCTION note_gone_lost_code()`),
  addIndex('gone_lost_codes_by_time', 'ON gone_lost_codes (gone_at)'),
]
