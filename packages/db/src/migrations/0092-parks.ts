import { type Kysely, sql } from 'kysely'

/**
 * Parks. The first eight are those that every installation has, in their order; their ids are words, later ones UUIDs.
 * A park is found by its point on the unit sphere, as the cells of sniffing are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION place_point(lat float8, lng float8) RETURNS cube LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT cube(ARRAY[cos(radians(lat)) * cos(radians(lng)), cos(radians(lat)) * sin(radians(lng)), sin(radians(lat))])
    $$;

    CREATE TABLE parks (
      id text PRIMARY KEY,
      place smallint,
      name text NOT NULL,
      name_key text NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
      lat float8 NOT NULL CHECK (lat BETWEEN -90 AND 90),
      lng float8 NOT NULL CHECK (lng BETWEEN -180 AND 180),
      point cube NOT NULL GENERATED ALWAYS AS (place_point(lat, lng)) STORED,
      address text NOT NULL DEFAULT '',
      time_zone text NOT NULL,
      fenced boolean,
      water boolean,
      small_dogs boolean,
      leash text CHECK (leash IN ('on', 'off', 'hours')),
      source text NOT NULL CHECK (source IN ('built-in', 'admin', 'import', 'owner')),
      attribution text,
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'waiting', 'closed')),
      version integer NOT NULL DEFAULT 1,
      reason text,
      set_name text,
      external_id text,
      edited_at timestamptz,
      suggested_by uuid REFERENCES users ON DELETE SET NULL,
      offered_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK ((source = 'built-in') = (place IS NOT NULL)),
      CHECK (place IS NULL OR state = 'open'),
      CHECK ((set_name IS NULL) = (external_id IS NULL))
    );
    CREATE INDEX parks_by_place ON parks USING gist (point) WHERE state = 'open';
    CREATE INDEX parks_by_place_if_not_open ON parks USING gist (point) WHERE state <> 'open';
    CREATE INDEX parks_by_name ON parks (name_key, id) WHERE state = 'open';
    CREATE INDEX parks_by_name_in_state ON parks (state, name_key, id);
    CREATE INDEX parks_search ON parks USING gin (name_key gin_trgm_ops);
    CREATE UNIQUE INDEX parks_built_in ON parks (place) WHERE place IS NOT NULL;
    CREATE UNIQUE INDEX parks_of_set ON parks (set_name, external_id) WHERE set_name IS NOT NULL;
    CREATE INDEX parks_of_suggester ON parks (suggested_by, created_at) WHERE suggested_by IS NOT NULL;

    INSERT INTO parks (place, id, name, lat, lng, address, time_zone, source, offered_at)
    SELECT v.*, 'America/Los_Angeles', 'built-in', now() FROM (VALUES
      (1, 'dolores', 'Dolores Park', 37.7596, -122.4269, 'Dolores St & 19th St, San Francisco, CA 94114'),
      (2, 'golden-gate', 'Golden Gate Park', 37.7694, -122.4862, '501 Stanyan St, San Francisco, CA 94117'),
      (3, 'crissy-field', 'Crissy Field', 37.8039, -122.4641, '1199 E Beach, San Francisco, CA 94129'),
      (4, 'fort-funston', 'Fort Funston', 37.7144, -122.5027, '500 Skyline Blvd, San Francisco, CA 94132'),
      (5, 'alamo-square', 'Alamo Square Park', 37.7764, -122.4346, 'Steiner St & Hayes St, San Francisco, CA 94117'),
      (6, 'buena-vista', 'Buena Vista Park', 37.7682, -122.4413, 'Buena Vista Ave & Haight St, San Francisco, CA 94117'),
      (7, 'lafayette', 'Lafayette Park', 37.7916, -122.4276, 'Gough St & Washington St, San Francisco, CA 94109'),
      (8, 'bernal-heights', 'Bernal Heights Park', 37.7432, -122.4144, '10 Bernal Heights Blvd, San Francisco, CA 94110')
    ) AS v (place, id, name, lat, lng, address);
  `.execute(db)
}
