import { type Kysely, sql } from 'kysely'

/** Dogs that a dog's searches leave out, and whether the other side of a playdate reads the owner's first name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE skips (
      id uuid PRIMARY KEY,
      dog_id uuid NOT NULL REFERENCES dogs ON DELETE CASCADE,
      other_dog_id uuid NOT NULL REFERENCES dogs ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      UNIQUE (dog_id, other_dog_id),
      CHECK (dog_id <> other_dog_id)
    );
    CREATE INDEX skips_of_dog ON skips (dog_id, id);
    CREATE INDEX skips_of_other ON skips (other_dog_id);

    ALTER TABLE preferences ADD COLUMN show_first_name boolean NOT NULL DEFAULT true;
  `.execute(db)
}
