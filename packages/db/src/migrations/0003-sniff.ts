import { type Kysely, sql } from 'kysely'

/**
 * The search tables of sniffing: a narrow row a dog that can be found, and the cells of the privacy grid that hold
 * any. Triggers keep them, so that no way of changing a dog or an owner's place can forget them.
 * The cell's numbering and its centre are those of packages/domain/src/place.ts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE EXTENSION IF NOT EXISTS cube;

    CREATE TABLE sniff_dogs (
      dog_id uuid PRIMARY KEY REFERENCES dogs ON DELETE CASCADE,
      owner_id uuid NOT NULL,
      age_years smallint NOT NULL,
      size_bit smallint NOT NULL,
      temperament_bits smallint NOT NULL,
      cell integer NOT NULL
    );
    CREATE UNIQUE INDEX sniff_dogs_by_cell ON sniff_dogs (cell, dog_id)
      INCLUDE (owner_id, age_years, size_bit, temperament_bits);

    CREATE TABLE sniff_cells (
      cell integer PRIMARY KEY,
      point cube NOT NULL,
      dogs integer NOT NULL
    );
    -- Covering, so that walking outward reads the index alone; without it the planner prefers to sort the whole radius.
    CREATE INDEX sniff_cells_by_place ON sniff_cells USING gist (point) INCLUDE (cell);

    CREATE FUNCTION cell_point(cell integer) RETURNS cube LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT cube(ARRAY[cos(lat) * cos(lng), cos(lat) * sin(lng), sin(lat)])
      FROM (SELECT radians((cell / 36000 + 0.5) / 100.0 - 90)::float8 AS lat,
                   radians((cell % 36000 + 0.5) / 100.0 - 180)::float8 AS lng) AS centre
    $$;

    -- Not STRICT, so that the planner can put their bodies in place of the calls.
    CREATE FUNCTION size_bit(size text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT (CASE size WHEN 'small' THEN 1 WHEN 'medium' THEN 2 WHEN 'large' THEN 4 END)::smallint
    $$;

    CREATE FUNCTION temperament_bits(temperament text[]) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT (CASE WHEN 'friendly' = ANY (temperament) THEN 1 ELSE 0 END | CASE WHEN 'playful' = ANY (temperament) THEN 2 ELSE 0 END
        | CASE WHEN 'calm' = ANY (temperament) THEN 4 ELSE 0 END | CASE WHEN 'energetic' = ANY (temperament) THEN 8 ELSE 0 END
        | CASE WHEN 'shy' = ANY (temperament) THEN 16 ELSE 0 END | CASE WHEN 'protective' = ANY (temperament) THEN 32 ELSE 0 END
        | CASE WHEN 'gentle' = ANY (temperament) THEN 64 ELSE 0 END | CASE WHEN 'aggressive' = ANY (temperament) THEN 128 ELSE 0 END)::smallint
    $$;

    -- Cells are touched in one fixed order, so that two changes at once wait for each other instead of deadlocking.
    CREATE FUNCTION sniff_dogs_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE change record;
    BEGIN
      FOR change IN EXECUTE CASE TG_OP
        WHEN 'INSERT' THEN 'SELECT cell, count(*)::int AS dogs FROM added GROUP BY cell ORDER BY cell'
        WHEN 'DELETE' THEN 'SELECT cell, -count(*)::int AS dogs FROM removed GROUP BY cell ORDER BY cell'
        ELSE 'SELECT cell, sum(n)::int AS dogs FROM
                (SELECT cell, 1 AS n FROM added UNION ALL SELECT cell, -1 FROM removed) AS changes
              GROUP BY cell HAVING sum(n) <> 0 ORDER BY cell' END
      LOOP
        IF change.dogs > 0 THEN
          INSERT INTO sniff_cells AS c (cell, point, dogs) VALUES (change.cell, cell_point(change.cell), change.dogs)
          ON CONFLICT (cell) DO UPDATE SET dogs = c.dogs + excluded.dogs;
        ELSE
          UPDATE sniff_cells SET dogs = dogs + change.dogs WHERE cell = change.cell;
          DELETE FROM sniff_cells WHERE cell = change.cell AND dogs = 0;
        END IF;
      END LOOP;
      RETURN NULL;
    END $$;
    CREATE TRIGGER sniff_dogs_inserted AFTER INSERT ON sniff_dogs
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sniff_dogs_changed();
    CREATE TRIGGER sniff_dogs_deleted AFTER DELETE ON sniff_dogs
      REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sniff_dogs_changed();
    CREATE TRIGGER sniff_dogs_updated AFTER UPDATE ON sniff_dogs
      REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sniff_dogs_changed();

    CREATE FUNCTION dog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE home integer;
    BEGIN
      -- The owner's row is share-locked: a move of the owner at the same time must not be missed.
      SELECT cell INTO home FROM users WHERE id = NEW.user_id FOR SHARE;
      IF home IS NULL THEN
        DELETE FROM sniff_dogs WHERE dog_id = NEW.id;
      ELSE
        INSERT INTO sniff_dogs AS s (dog_id, owner_id, age_years, size_bit, temperament_bits, cell)
        VALUES (NEW.id, NEW.user_id, NEW.age_years, size_bit(NEW.size), temperament_bits(NEW.temperament), home)
        ON CONFLICT (dog_id) DO UPDATE SET owner_id = excluded.owner_id, age_years = excluded.age_years,
          size_bit = excluded.size_bit, temperament_bits = excluded.temperament_bits, cell = excluded.cell;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER dog_inserted AFTER INSERT ON dogs FOR EACH ROW EXECUTE FUNCTION dog_changed();
    CREATE TRIGGER dog_updated AFTER UPDATE OF user_id, age_years, size, temperament ON dogs
      FOR EACH ROW EXECUTE FUNCTION dog_changed();

    CREATE FUNCTION owner_moved() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.cell IS NULL THEN
        DELETE FROM sniff_dogs WHERE dog_id IN (SELECT id FROM dogs WHERE user_id = NEW.id);
      ELSE
        INSERT INTO sniff_dogs AS s (dog_id, owner_id, age_years, size_bit, temperament_bits, cell)
        SELECT id, user_id, age_years, size_bit(size), temperament_bits(temperament), NEW.cell
        FROM dogs WHERE user_id = NEW.id ORDER BY id
        ON CONFLICT (dog_id) DO UPDATE SET cell = excluded.cell;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER owner_moved AFTER UPDATE OF cell ON users
      FOR EACH ROW WHEN (OLD.cell IS DISTINCT FROM NEW.cell) EXECUTE FUNCTION owner_moved();
  `.execute(db)
}
