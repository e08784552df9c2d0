import { type Kysely, sql } from 'kysely'

/**
 * Photos in an order of their owner's: by `position`; those without one (new ones, also those that a process of an older
 * version adds) come last, oldest first. And what a client called a dog that it created, so that asking again creates
 * no second one: a table of its own, since the dog may change hands.
 *
 * Locks are short: a column without a default, triggers and a new table rewrite and read nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE photos ADD COLUMN position smallint;

    CREATE OR REPLACE FUNCTION photos_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        INSERT INTO removed_photos (key) SELECT key FROM changed ON CONFLICT DO NOTHING;
      END IF;
      UPDATE dogs SET photos = coalesce((
        SELECT jsonb_agg(jsonb_build_object(
          'id', p.id, 'dogId', p.dog_id,
          'urlThumb', '/photos/' || p.key || '-thumb.webp', 'urlLarge', '/photos/' || p.key || '-large.webp'
        ) ORDER BY p.position, p.id)
        FROM photos p WHERE p.dog_id = dogs.id), '[]')
      WHERE dogs.id IN (SELECT dog_id FROM changed);
      RETURN NULL;
    END $$;

    CREATE TRIGGER photos_updated AFTER UPDATE ON photos
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION photos_changed();

    CREATE TABLE created_dogs (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      client_id text NOT NULL,
      dog_id uuid NOT NULL REFERENCES dogs ON DELETE CASCADE,
      PRIMARY KEY (user_id, client_id)
    );
    CREATE INDEX created_dogs_of_dog ON created_dogs (dog_id);
  `.execute(db)
}
