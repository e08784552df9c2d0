import { sql } from 'kysely'
import type { Db } from './open.ts'

/** What an operator can have set wrongly on a PostgreSQL server. */
export interface ServerFacts {
  /** "18.4" */
  version: string
  /** 180004 */
  versionNumber: number
  clock: Date
  encoding: string
  /** "on", "off" and so on, by the setting's name. */
  settings: Record<'fsync' | 'full_page_writes' | 'synchronous_commit' | 'autovacuum', string>
  /** The connections that accounts other than superusers can have. */
  connections: number
}

export async function readServerFacts(db: Db): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`
    SELECT current_setting('server_version') AS version,
      current_setting('server_version_num')::int AS "versionNumber",
      clock_timestamp() AS clock,
      current_setting('server_encoding') AS encoding,
      (SELECT json_object_agg(name, setting) FROM pg_settings
       WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum')) AS settings,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections
  `.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('The server answered nothing')
  return facts
}
