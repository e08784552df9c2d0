import { type Kysely, sql } from 'kysely'

/**
 * Who wrote the title of a playdate, and the titles that cases keep. Those of the reporter's side are deleted with the
 * reporter's account. null: a title from before, which counts as the proposer's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE playdates ADD COLUMN notes_by_dog_id uuid;

    CREATE TABLE report_titles (
      case_id uuid NOT NULL REFERENCES report_cases ON DELETE CASCADE,
      source_id uuid NOT NULL,
      kind text NOT NULL,
      dog_id uuid NOT NULL,
      reporter_id uuid REFERENCES users ON DELETE CASCADE,
      title text NOT NULL,
      when_ts timestamptz NOT NULL,
      PRIMARY KEY (case_id, source_id, dog_id, title)
    );
    CREATE INDEX report_titles_of_reporter ON report_titles (reporter_id) WHERE reporter_id IS NOT NULL;
  `.execute(db)
}
