import { type Kysely, sql } from 'kysely'

/** Who cancelled a playdate, and what a proposal said before the last suggestion. Unknown for those from before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE playdates ADD COLUMN cancelled_by_dog_id uuid, ADD COLUMN was jsonb`.execute(db)
}
