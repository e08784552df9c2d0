import { type Kysely, sql } from 'kysely'

/** What admins note about a case for each other. A note stays when its author's account goes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE case_notes (
      id uuid PRIMARY KEY,
      case_id uuid NOT NULL REFERENCES report_cases ON DELETE CASCADE,
      admin_id uuid REFERENCES users ON DELETE SET NULL,
      body text NOT NULL,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX case_notes_of_case ON case_notes (case_id, id);
    CREATE INDEX case_notes_of_admin ON case_notes (admin_id) WHERE admin_id IS NOT NULL;
  `.execute(db)
}
