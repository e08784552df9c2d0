import { type Kysely, sql } from 'kysely'

/**
 * Who may see whom: owners who blocked each other, dogs that were parted, hidden dogs and suspended owners.
 *
 * `blocks` and `partings` are what people did. What queries ask is derived from them by triggers: `owners_apart` and
 * `dogs_apart` hold each pair in both directions, so that one index lookup answers for either side. `dogs.unseen` is true
 * for hidden dogs and those of suspended owners; they leave the search tables as well.
 *
 * Locks are short: new columns are nullable or have constant defaults, and the tables are new.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users ADD COLUMN suspended_at timestamptz, ADD COLUMN suspended_until timestamptz;
    ALTER TABLE dogs ADD COLUMN hidden_at timestamptz, ADD COLUMN unseen boolean NOT NULL DEFAULT false;

    CREATE TABLE blocks (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      blocked_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      -- The dog by which the owner was blocked, as it was then: it may be deleted or handed over.
      dog_id uuid NOT NULL,
      dog_name text NOT NULL,
      dog_breed text NOT NULL,
      created_at timestamptz NOT NULL,
      UNIQUE (user_id, blocked_id),
      CHECK (user_id <> blocked_id)
    );
    CREATE INDEX blocks_of_user ON blocks (user_id, id);
    CREATE INDEX blocks_of_blocked ON blocks (blocked_id);

    CREATE TABLE partings (
      id uuid PRIMARY KEY,
      dog_id uuid NOT NULL REFERENCES dogs ON DELETE CASCADE,
      other_dog_id uuid NOT NULL REFERENCES dogs ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      UNIQUE (dog_id, other_dog_id),
      CHECK (dog_id <> other_dog_id)
    );
    CREATE INDEX partings_of_other ON partings (other_dog_id);

    CREATE TABLE owners_apart (owner_id uuid, other_id uuid, PRIMARY KEY (owner_id, other_id));
    CREATE TABLE dogs_apart (dog_id uuid, other_id uuid, PRIMARY KEY (dog_id, other_id));

    CREATE FUNCTION blocks_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO owners_apart VALUES (NEW.user_id, NEW.blocked_id), (NEW.blocked_id, NEW.user_id) ON CONFLICT DO NOTHING;
      ELSIF NOT EXISTS (SELECT FROM blocks WHERE user_id = OLD.blocked_id AND blocked_id = OLD.user_id) THEN
        DELETE FROM owners_apart WHERE owner_id = OLD.user_id AND other_id = OLD.blocked_id;
        DELETE FROM owners_apart WHERE owner_id = OLD.blocked_id AND other_id = OLD.user_id;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER blocks_changed AFTER INSERT OR DELETE ON blocks FOR EACH ROW EXECUTE FUNCTION blocks_changed();

    CREATE FUNCTION partings_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO dogs_apart VALUES (NEW.dog_id, NEW.other_dog_id), (NEW.other_dog_id, NEW.dog_id) ON CONFLICT DO NOTHING;
      ELSIF NOT EXISTS (SELECT FROM partings WHERE dog_id = OLD.other_dog_id AND other_dog_id = OLD.dog_id) THEN
        DELETE FROM dogs_apart WHERE dog_id = OLD.dog_id AND other_id = OLD.other_dog_id;
        DELETE FROM dogs_apart WHERE dog_id = OLD.other_dog_id AND other_id = OLD.dog_id;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER partings_changed AFTER INSERT OR DELETE ON partings FOR EACH ROW EXECUTE FUNCTION partings_changed();

    -- The owner's row is share-locked: a suspension at the same time must not be missed.
    CREATE FUNCTION dog_unseen() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE is_suspended boolean;
    BEGIN
      SELECT suspended_at IS NOT NULL INTO is_suspended FROM users WHERE id = NEW.user_id FOR SHARE;
      NEW.unseen := NEW.hidden_at IS NOT NULL OR coalesce(is_suspended, false);
      RETURN NEW;
    END $$;
    CREATE TRIGGER dog_unseen BEFORE INSERT OR UPDATE OF user_id, hidden_at, unseen ON dogs
      FOR EACH ROW EXECUTE FUNCTION dog_unseen();

    -- Naming the column is enough: the trigger above works its value out.
    CREATE FUNCTION owner_suspended() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE dogs SET unseen = unseen WHERE user_id = NEW.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER owner_suspended AFTER UPDATE OF suspended_at ON users
      FOR EACH ROW WHEN ((OLD.suspended_at IS NULL) <> (NEW.suspended_at IS NULL)) EXECUTE FUNCTION owner_suspended();

    CREATE OR REPLACE FUNCTION dog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE home integer;
    BEGIN
      -- The owner's row is share-locked: a move of the owner at the same time must not be missed.
      SELECT cell INTO home FROM users WHERE id = NEW.user_id FOR SHARE;
      IF home IS NULL OR NEW.unseen THEN
        DELETE FROM sniff_dogs WHERE dog_id = NEW.id;
      ELSE
        INSERT INTO sniff_dogs AS s (dog_id, owner_id, age_years, size_bit, temperament_bits, cell)
        VALUES (NEW.id, NEW.user_id, NEW.age_years, size_bit(NEW.size), temperament_bits(NEW.temperament), home)
        ON CONFLICT (dog_id) DO UPDATE SET owner_id = excluded.owner_id, age_years = excluded.age_years,
          size_bit = excluded.size_bit, temperament_bits = excluded.temperament_bits, cell = excluded.cell;
      END IF;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER dog_updated AFTER UPDATE OF user_id, age_years, size, temperament, hidden_at, unseen ON dogs
      FOR EACH ROW EXECUTE FUNCTION dog_changed();

    CREATE OR REPLACE FUNCTION owner_moved() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.cell IS NULL THEN
        DELETE FROM sniff_dogs WHERE dog_id IN (SELECT id FROM dogs WHERE user_id = NEW.id);
      ELSE
        INSERT INTO sniff_dogs AS s (dog_id, owner_id, age_years, size_bit, temperament_bits, cell)
        SELECT id, user_id, age_years, size_bit(size), temperament_bits(temperament), NEW.cell
        FROM dogs WHERE user_id = NEW.id AND NOT unseen ORDER BY id
        ON CONFLICT (dog_id) DO UPDATE SET cell = excluded.cell;
      END IF;
      RETURN NULL;
    END $$;
  `.execute(db)
}
