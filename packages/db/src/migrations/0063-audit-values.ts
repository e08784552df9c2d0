import { type Kysely, sql } from 'kysely'

/** What a dog was before an admin's change and after it goes with the owner, as the names do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION audit_forget_names() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE audit_log SET admin_email = '' FROM gone WHERE admin_id = gone.id;
      UPDATE audit_log SET detail = detail - '{name,owner,to,before,after}'::text[] FROM gone WHERE user_id = gone.id;
      UPDATE audit_log SET detail = detail - 'from' FROM gone WHERE detail ->> 'fromId' = gone.id::text;
      RETURN NULL;
    END $$`.execute(db)
}
