import { type Kysely, sql } from 'kysely'

/** When a playdate last changed, so that scripts can read what is new. Those from before count as changed now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE playdates ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now()`.execute(db)
}
