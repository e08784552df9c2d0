import { type Kysely, sql } from 'kysely'

/**
 * Perceptual hashes of photos, and the photos that equal another one (packages/domain/src/photo-hash.ts).
 *
 * Hashes that differ in at most four bits agree in one of five bands of bits, so the index holds the bands, and a search
 * compares only hashes that share one: about 700 of a million.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION photo_bands(hash bigint) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT ARRAY[hash & 8191, 8192 + (hash >> 13 & 8191), 16384 + (hash >> 26 & 8191), 24576 + (hash >> 39 & 8191),
                   32768 + (hash >> 52 & 4095)]::integer[]
    $$;

    -- No foreign key: the hash of a photo that a decision removed outlives the photo.
    CREATE TABLE photo_hashes (
      photo_id uuid PRIMARY KEY,
      dog_id uuid NOT NULL,
      hash bigint NOT NULL,
      removed_at timestamptz,
      -- The case that keeps its copy.
      removed_in uuid
    );
    CREATE INDEX photo_hashes_by_band ON photo_hashes USING gin (photo_bands(hash)) WITH (fastupdate = off);
    CREATE INDEX photo_hashes_removed ON photo_hashes (removed_at) WHERE removed_at IS NOT NULL;

    CREATE FUNCTION photo_hashes_follow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM photo_hashes WHERE photo_id IN (SELECT id FROM gone) AND removed_at IS NULL;
      RETURN NULL;
    END $$;
    CREATE TRIGGER photo_hashes_follow AFTER DELETE ON photos
      REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION photo_hashes_follow();

    CREATE TABLE report_twins (
      case_id uuid NOT NULL REFERENCES report_cases ON DELETE CASCADE,
      dog_id uuid NOT NULL,
      photo_id uuid NOT NULL,
      other_photo_id uuid NOT NULL,
      other_dog_id uuid NOT NULL,
      other_dog_name text NOT NULL,
      was_removed boolean NOT NULL,
      PRIMARY KEY (dog_id, other_photo_id)
    );
    CREATE INDEX report_twins_of_case ON report_twins (case_id, photo_id);
  `.execute(db)
}
