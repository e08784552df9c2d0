import { sql } from 'kysely'
import { addIndex, change } from './steps.ts'

/**
 * Lost dogs. `lost_openings` outlives its case, because how often an owner opened one, and whether a moderator closed the last
 * one of a dog, decides about the next. The key of a sighting's photo is noted for deletion like any evidence.
 */
export const steps = [
  change(sql`
    CREATE TABLE IF NOT EXISTS lost_cases (
      id uuid PRIMARY KEY,
      dog_id uuid NOT NULL REFERENCES dogs ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      code text NOT NULL UNIQUE,
      version integer NOT NULL DEFAULT 1,
      state text NOT NULL CHECK (state IN ('waiting', 'open', 'closed', 'ended')),
      outcome text CHECK (outcome IN ('found', 'returned', 'died', 'mistake')),
      closed_by_moderator boolean NOT NULL DEFAULT false,
      last_seen_at timestamptz NOT NULL,
      lat float8 NOT NULL CHECK (lat BETWEEN -90 AND 90),
      lng float8 NOT NULL CHECK (lng BETWEEN -180 AND 180),
      point cube NOT NULL GENERATED ALWAYS AS (place_point(lat, lng)) STORED,
      note text,
      wearing text,
      approach text NOT NULL,
      phone text,
      show_phone boolean NOT NULL DEFAULT false,
      mark text,
      reach integer NOT NULL DEFAULT 3 CHECK (reach IN (3, 10, 25)),
      created_at timestamptz NOT NULL,
      began_at timestamptz NOT NULL,
      ends_at timestamptz NOT NULL,
      warned_at timestamptz,
      ended_at timestamptz,
      CHECK ((ended_at IS NULL) = (state IN ('waiting', 'open')))
    );
    CREATE UNIQUE INDEX IF NOT EXISTS lost_cases_of_dog_open ON lost_cases (dog_id) WHERE ended_at IS NULL;
    CREATE INDEX IF NOT EXISTS lost_cases_of_dog ON lost_cases (dog_id, id);
    CREATE INDEX IF NOT EXISTS lost_cases_of_user ON lost_cases (user_id, id);
    CREATE INDEX IF NOT EXISTS lost_cases_by_place ON lost_cases USING gist (point) WHERE state = 'open';
    CREATE INDEX IF NOT EXISTS lost_cases_by_end ON lost_cases (ends_at) WHERE ended_at IS NULL;
    CREATE INDEX IF NOT EXISTS lost_cases_queue ON lost_cases (state, created_at, id);
    CREATE INDEX IF NOT EXISTS lost_cases_ended ON lost_cases (ended_at, id) WHERE ended_at IS NOT NULL;

    CREATE TABLE IF NOT EXISTS lost_openings (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      dog_id uuid REFERENCES dogs ON DELETE SET NULL,
      opened_at timestamptz NOT NULL,
      is_counted boolean NOT NULL DEFAULT true,
      closed_by_moderator boolean NOT NULL DEFAULT false
    );
    CREATE INDEX IF NOT EXISTS lost_openings_of_user ON lost_openings (user_id, opened_at);
    CREATE INDEX IF NOT EXISTS lost_openings_of_dog ON lost_openings (dog_id, opened_at);
    CREATE INDEX IF NOT EXISTS lost_openings_by_time ON lost_openings (opened_at);

    CREATE TABLE IF NOT EXISTS lost_tellings (
      lost_id uuid NOT NULL REFERENCES lost_cases ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      told_at timestamptz NOT NULL,
      is_pushed boolean NOT NULL,
      PRIMARY KEY (lost_id, user_id)
    );
    CREATE INDEX IF NOT EXISTS lost_tellings_of_user ON lost_tellings (user_id, told_at);

    CREATE TABLE IF NOT EXISTS lost_sightings (
      id uuid PRIMARY KEY,
      lost_id uuid NOT NULL REFERENCES lost_cases ON DELETE CASCADE,
      user_id uuid REFERENCES users ON DELETE CASCADE,
      at timestamptz NOT NULL,
      lat float8 CHECK (lat BETWEEN -90 AND 90),
      lng float8 CHECK (lng BETWEEN -180 AND 180),
      place text,
      state text NOT NULL CHECK (state IN ('seen', 'holding', 'injured')),
      note text,
      phone text,
      evidence_key text,
      is_pushed boolean NOT NULL DEFAULT false,
      thanked_at timestamptz,
      created_at timestamptz NOT NULL,
      CHECK ((lat IS NULL) = (lng IS NULL) AND (lat IS NULL) <> (place IS NULL))
    );
    CREATE INDEX IF NOT EXISTS lost_sightings_of_case ON lost_sightings (lost_id, id);
    CREATE INDEX IF NOT EXISTS lost_sightings_of_user ON lost_sightings (user_id, created_at) WHERE user_id IS NOT NULL;
    CREATE UNIQUE INDEX IF NOT EXISTS lost_sightings_by_evidence ON lost_sightings (evidence_key)
      WHERE evidence_key IS NOT NULL;
    CREATE OR REPLACE TRIGGER evidence_replaced AFTER UPDATE OF evidence_key ON lost_sightings FOR EACH ROW
      WHEN (OLD.evidence_key IS NOT NULL AND OLD.evidence_key IS DISTINCT FROM NEW.evidence_key)
      EXECUTE FUNCTION evidence_gone();
    CREATE OR REPLACE TRIGGER evidence_deleted AFTER DELETE ON lost_sightings FOR EACH ROW
      WHEN (OLD.evidence_key IS NOT NULL) EXECUTE FUNCTION evidence_gone();

    CREATE TABLE IF NOT EXISTS lost_phones_shown (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      lost_id uuid NOT NULL REFERENCES lost_cases ON DELETE CASCADE,
      shown_at timestamptz NOT NULL,
      PRIMARY KEY (user_id, lost_id)
    );
    CREATE INDEX IF NOT EXISTS lost_phones_shown_of_case ON lost_phones_shown (lost_id)`),
  // Who lives around a point, by their cell, whether their dogs are found or not.
  addIndex('users_by_cell', 'ON users (cell, id) WHERE cell IS NOT NULL'),
]
