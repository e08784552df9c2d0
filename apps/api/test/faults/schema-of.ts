import { openDatabase } from '@barkyard/db/open'
import { sql } from 'kysely'

/** The definitions of everything in the schema, in the words of its server. */
export async function schemaOf(url: string): Promise<unknown[]> {
  const db = openDatabase(url, { max: 1 })
  const { rows } = await sql`
    SELECT 'column' AS kind, table_name || '.' || column_name AS name, concat(data_type, column_default, is_nullable) AS what
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'trigger', tgname, concat(pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'constraint', conname, concat(pg_get_constraintdef(oid), convalidated)
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL SELECT 'function', proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    ORDER BY 1, 2, 3`.execute(db)
  await db.destroy()
  return rows
}
