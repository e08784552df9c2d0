import { type Kysely, sql } from 'kysely'

/**
 * Photos that were deleted a moment ago and can be restored: they have left their dogs. The lock is short: columns
 * without a default rewrite nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE photos ADD COLUMN deleted_at timestamptz, ADD COLUMN deleted_by uuid;

    CREATE OR REPLACE FUNCTION photos_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        INSERT INTO removed_photos (key) SELECT key FROM changed ON CONFLICT DO NOTHING;
      END IF;
      UPDATE dogs SET photos = coalesce((
        SELECT jsonb_agg(jsonb_build_object(
          'id', p.id, 'dogId', p.dog_id,
          'urlThumb', '/photos/' || p.key || '-thumb.webp', 'urlLarge', '/photos/' || p.key || '-large.webp'
        ) || CASE WHEN p.focus_x IS NULL THEN '{}'
          ELSE jsonb_build_object('focus', jsonb_build_object('x', p.focus_x, 'y', p.focus_y)) END
        ORDER BY p.position, p.id)
        FROM photos p WHERE p.dog_id = dogs.id AND p.deleted_at IS NULL), '[]')
      WHERE dogs.id IN (SELECT dog_id FROM changed);
      RETURN NULL;
    END $$;
  `.execute(db)
}
