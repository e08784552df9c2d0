import { sql } from 'kysely'
import { addIndex, backfill, change, dropIndex } from './steps.ts'

/**
 * What owners tell about their dogs, what moderators have checked, and the last day on which the owner was here.
 *
 * Searches filter by what was checked, so the search table has it too: in the same index, whose entries do not grow,
 * because the new columns fill what was padding. Paused dogs leave the search table like unseen ones.
 */
export const steps = [
  change(sql`
    ALTER TABLE dogs
      ADD COLUMN IF NOT EXISTS neutered boolean,
      ADD COLUMN IF NOT EXISTS careful text[] NOT NULL DEFAULT '{}',
      ADD COLUMN IF NOT EXISTS paused boolean NOT NULL DEFAULT false,
      ADD COLUMN IF NOT EXISTS photo_checked boolean NOT NULL DEFAULT false,
      ADD COLUMN IF NOT EXISTS vaccinated_until date,
      ADD COLUMN IF NOT EXISTS active_on date;
    ALTER TABLE sniff_dogs
      ADD COLUMN IF NOT EXISTS photo_checked boolean NOT NULL DEFAULT false,
      ADD COLUMN IF NOT EXISTS vaccinated_until date NOT NULL DEFAULT '-infinity';`),
  change(sql`
    CREATE OR REPLACE FUNCTION dog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE home integer;
    BEGIN
      -- The owner's row is share-locked: a move of the owner at the same time must not be missed.
      SELECT cell INTO home FROM users WHERE id = NEW.user_id FOR SHARE;
      IF home IS NULL OR NEW.unseen OR NEW.paused THEN
        DELETE FROM sniff_dogs WHERE dog_id = NEW.id;
      ELSE
        INSERT INTO sniff_dogs AS s
          (dog_id, owner_id, age_years, size_bit, temperament_bits, cell, photo_checked, vaccinated_until)
        VALUES (NEW.id, NEW.user_id, NEW.age_years, size_bit(NEW.size), temperament_bits(NEW.temperament), home,
                NEW.photo_checked, coalesce(NEW.vaccinated_until, '-infinity'))
        ON CONFLICT (dog_id) DO UPDATE SET owner_id = excluded.owner_id, age_years = excluded.age_years,
          size_bit = excluded.size_bit, temperament_bits = excluded.temperament_bits, cell = excluded.cell,
          photo_checked = excluded.photo_checked, vaccinated_until = excluded.vaccinated_until;
      END IF;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER dog_updated
      AFTER UPDATE OF user_id, age_years, size, temperament, hidden_at, unseen, paused, photo_checked, vaccinated_until ON dogs
      FOR EACH ROW EXECUTE FUNCTION dog_changed();

    CREATE OR REPLACE FUNCTION owner_moved() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.cell IS NULL THEN
        DELETE FROM sniff_dogs WHERE dog_id IN (SELECT id FROM dogs WHERE user_id = NEW.id);
      ELSE
        INSERT INTO sniff_dogs AS s
          (dog_id, owner_id, age_years, size_bit, temperament_bits, cell, photo_checked, vaccinated_until)
        SELECT id, user_id, age_years, size_bit(size), temperament_bits(temperament), NEW.cell,
               photo_checked, coalesce(vaccinated_until, '-infinity')
        FROM dogs WHERE user_id = NEW.id AND NOT unseen AND NOT paused ORDER BY id
        ON CONFLICT (dog_id) DO UPDATE SET cell = excluded.cell;
      END IF;
      RETURN NULL;
    END $$;

    -- What was checked is the main photo of this breed with this owner. Another of them has not been checked.
    CREATE OR REPLACE FUNCTION photo_check_ended() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.photo_checked := false;
      RETURN NEW;
    END $$;
    CREATE OR REPLACE TRIGGER photo_check_ended BEFORE UPDATE OF photos, breed, user_id ON dogs FOR EACH ROW
      WHEN (OLD.photo_checked AND (OLD.photos->0->>'id', OLD.breed, OLD.user_id)
        IS DISTINCT FROM (NEW.photos->0->>'id', NEW.breed, NEW.user_id))
      EXECUTE FUNCTION photo_check_ended();
    -- A column that a trigger sets does not count as updated, so dog_updated does not run for it.
    CREATE OR REPLACE TRIGGER photo_check_ended_in_search AFTER UPDATE OF photos, breed ON dogs FOR EACH ROW
      WHEN (OLD.photo_checked AND NOT NEW.photo_checked) EXECUTE FUNCTION dog_changed();

    -- A dog that is locked is left out: its owner is seen again, and then the day is compared again.
    CREATE OR REPLACE FUNCTION owners_seen() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE dogs SET active_on = seen.day
      FROM (SELECT d.id, (p.seen_at AT TIME ZONE 'America/Los_Angeles')::date AS day
            FROM changed p JOIN dogs d ON d.user_id = p.user_id
            WHERE d.active_on IS DISTINCT FROM (p.seen_at AT TIME ZONE 'America/Los_Angeles')::date
            ORDER BY d.id FOR NO KEY UPDATE OF d SKIP LOCKED) seen
      WHERE dogs.id = seen.id;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER owners_seen_first AFTER INSERT ON presence
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION owners_seen();
    CREATE OR REPLACE TRIGGER owners_seen_again AFTER UPDATE ON presence
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION owners_seen();

    CREATE OR REPLACE FUNCTION dog_of_owner() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.active_on := (SELECT (seen_at AT TIME ZONE 'America/Los_Angeles')::date FROM presence WHERE user_id = NEW.user_id);
      RETURN NEW;
    END $$;
    CREATE OR REPLACE TRIGGER dog_of_owner BEFORE UPDATE OF user_id ON dogs FOR EACH ROW
      WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION dog_of_owner();`),
  addIndex(
    'sniff_dogs_by_place',
    'ON sniff_dogs (cell, dog_id) INCLUDE (owner_id, age_years, size_bit, temperament_bits, photo_checked, vaccinated_until)',
    { unique: true },
  ),
  dropIndex('sniff_dogs_by_cell'),
  backfill(sql`
    UPDATE dogs SET active_on = seen.day
    FROM (SELECT d.id, (p.seen_at AT TIME ZONE 'America/Los_Angeles')::date AS day
          FROM presence p JOIN dogs d ON d.user_id = p.user_id WHERE d.active_on IS NULL LIMIT 1000) seen
    WHERE dogs.id = seen.id`),
]
