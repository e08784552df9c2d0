import { sql } from 'kysely'
import { addIndex, change } from './steps.ts'

/** Kinds of walks, weekly walks, and the dogs that wait for a place. */
export const steps = [
  change(sql`
    CREATE TABLE IF NOT EXISTS walk_series (
      id uuid PRIMARY KEY,
      host_dog_id uuid NOT NULL REFERENCES dogs ON DELETE CASCADE,
      first_ts timestamptz NOT NULL,
      park_name text NOT NULL,
      park_id text,
      park_lat float8,
      park_lng float8,
      time_zone text,
      last_walk_id uuid NOT NULL,
      weeks integer NOT NULL DEFAULT 0,
      made integer NOT NULL DEFAULT 1,
      ended_at timestamptz
    );
    CREATE INDEX IF NOT EXISTS walk_series_of_host ON walk_series (host_dog_id);
    CREATE TABLE IF NOT EXISTS walk_waiting (
      walk_id uuid NOT NULL REFERENCES walks ON DELETE CASCADE,
      dog_id uuid NOT NULL REFERENCES dogs ON DELETE CASCADE,
      since timestamptz NOT NULL,
      place integer NOT NULL,
      PRIMARY KEY (walk_id, dog_id)
    );
    CREATE INDEX IF NOT EXISTS walk_waiting_of_dog ON walk_waiting (dog_id);
    ALTER TABLE walks
      ADD COLUMN IF NOT EXISTS kind text NOT NULL DEFAULT 'play',
      ADD COLUMN IF NOT EXISTS series_id uuid REFERENCES walk_series ON DELETE SET NULL`),
  addIndex('walks_of_series', 'ON walks (series_id) WHERE series_id IS NOT NULL'),
  // Whatever takes a dog off a walk, or hides it, leaves a place to those who wait. Two jobs for one walk do no harm. They are
  // due since somebody waits: the database's own clock is not the one that decides what is due.
  change(sql`
    CREATE OR REPLACE FUNCTION fill_walks_left_by(dog uuid, walk uuid) RETURNS void LANGUAGE sql AS $$
      INSERT INTO jobs (id, kind, payload, due_at, created_at)
      SELECT gen_random_uuid(), 'fill-walk', jsonb_build_object('walkId', walk_id), max(since), max(since)
      FROM walk_waiting
      WHERE walk_id IN (SELECT walk UNION SELECT walk_dogs.walk_id FROM walk_dogs WHERE walk_dogs.dog_id = dog)
      GROUP BY walk_id
    $$;
    CREATE OR REPLACE FUNCTION walk_place_freed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_TABLE_NAME = 'dogs' THEN PERFORM fill_walks_left_by(NEW.id, NULL);
      ELSE PERFORM fill_walks_left_by(NULL, OLD.walk_id); END IF;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER walk_place_freed AFTER DELETE ON walk_dogs
      FOR EACH ROW EXECUTE FUNCTION walk_place_freed();
    CREATE OR REPLACE TRIGGER walk_place_freed AFTER UPDATE ON dogs
      FOR EACH ROW WHEN (NEW.unseen AND NOT OLD.unseen) EXECUTE FUNCTION walk_place_freed()`),
]
