import { type Kysely, sql } from 'kysely'

/**
 * A dog's photos stand on its row as they are answered, so that a page of dogs needs no join; files of photos
 * whose rows go are remembered until they are deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION photos_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        INSERT INTO removed_photos (key) SELECT key FROM changed ON CONFLICT DO NOTHING;
      END IF;
      UPDATE dogs SET photos = coalesce((
        SELECT jsonb_agg(jsonb_build_object(
          'id', p.id, 'dogId', p.dog_id,
          'urlThumb', '/photos/' || p.key || '-thumb.webp', 'urlLarge', '/photos/' || p.key || '-large.webp'
        ) ORDER BY p.id)
        FROM photos p WHERE p.dog_id = dogs.id), '[]')
      WHERE dogs.id IN (SELECT dog_id FROM changed);
      RETURN NULL;
    END $$;

    CREATE TRIGGER photos_inserted AFTER INSERT ON photos
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION photos_changed();
    CREATE TRIGGER photos_deleted AFTER DELETE ON photos
      REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION photos_changed();
  `.execute(db)
}
