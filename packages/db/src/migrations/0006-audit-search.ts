import { type Kysely, sql } from 'kysely'

/** What the audit log is searched by: who, what, and the names in its detail (not the detail's own keys). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE audit_log ADD COLUMN search_key text NOT NULL GENERATED ALWAYS AS (lower(
      admin_email || ' ' || action || ' ' || jsonb_path_query_array(detail, 'strict $.** ? (@.type() == "string")')::text
    )) STORED;
    CREATE INDEX audit_log_search ON audit_log USING gin (search_key gin_trgm_ops);
  `.execute(db)
}
