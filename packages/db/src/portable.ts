import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { migrateAt } from './migrate.ts'
import * as migrations from './migrations/index.ts'

/** What a dump holds beside its files, as JSON. */
export interface Dump {
  /** The migrations that had made its tables. */
  migrations: string[]
  tables: { name: string; columns: string[]; rows: number }[]
}

/** The tables of migrations are written by migrating. */
const OF_MIGRATIONS = ['kysely_migration', 'kysely_migration_lock']

/**
 * Writes all rows of one moment to a folder, a file a table in PostgreSQL's own text format, which every version reads.
 * The database stays in use. No table has a sequence: ids are made by the app.
 */
export async function dumpRows(url: string, folder: string, signal?: AbortSignal): Promise<Dump> {
  await mkdir(folder, { mode: 0o700 })
  return connected(url, async client => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows: ran } = await client.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name')
    const tables: Dump['tables'] = []
    for (const { name, columns } of await tablesOf(client)) {
      const list = columns.map(column => client.escapeIdentifier(column)).join(', ')
      const source = client.query(copyTo(`COPY (SELECT ${list} FROM ${client.escapeIdentifier(name)}) TO STDOUT`))
      const file = createWriteStream(join(folder, name), { mode: 0o600, flush: true })
      await pipeline(source, file, { ...(signal && { signal }) })
      tables.push({ name, columns, rows: source.rowCount })
    }
    return { migrations: ran.map(({ name }) => name), tables }
  })
}

/** Reads the files of a dump. @throws if a table has not as many rows as the dump says. */
export async function readRows(folder: string, { tables }: Dump): Promise<void> {
  for (const { name, rows } of tables) {
    let found = 0
    // A line break within a value is written as two letters, so each one ends a row.
    for await (const chunk of createReadStream(join(folder, name)))
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) found++
    if (found !== rows) throw new Error(`The file of ${name} has ${found} rows instead of ${rows}`)
  }
}

/** Compares a database with the dump that was loaded into it. @returns a table with another number of rows, and this; null: there is none. */
export const otherRows = (
  { migrations: ran, tables }: Dump,
  url: string,
): Promise<{ name: string; rows: number } | null> =>
  connected(url, async client => {
    // Migrations that came later may have added and removed rows. What was loaded before them has been compared.
    if (ran.length < Object.keys(migrations).length) return null
    for (const { name, rows: wanted } of tables) {
      const { rows } = await client.query<{ rows: number }>(
        `SELECT count(*)::float8 AS rows FROM ${client.escapeIdentifier(name)}`,
      )
      const found = rows[0]?.rows ?? 0
      if (found !== wanted) return { name, rows: found }
    }
    return null
  })

/** Why a dump cannot be loaded by this release; null if it can. */
export function refuseDump({ migrations: ran }: Dump): string | null {
  const unknown = ran.filter(name => !(name in migrations))
  return unknown.length === 0 ? null : `It was made by a newer release, which has the migration ${unknown[0]}`
}

/**
 * Makes the tables of a dump's time in an empty database, loads the rows, then runs the migrations that came later.
 * Needs a superuser, because triggers and foreign keys must not act on rows that are complete already.
 * @throws if the dump is refused, or a file is missing, incomplete or does not fit its table. The database is then of no use.
 */
export async function loadRows(url: string, folder: string, dump: Dump): Promise<void> {
  const refusal = refuseDump(dump)
  if (refusal !== null) throw new Error(refusal)
  const known = Object.entries(migrations).filter(([name]) => dump.migrations.includes(name))
  await migrateAt(url, { migrations: Object.fromEntries(known) })
  await connected(url, async client => {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica')
    const made = (await tablesOf(client)).map(({ name }) => client.escapeIdentifier(name))
    await client.query(`TRUNCATE ${made.join(', ')}`)
    for (const { name, columns, rows } of dump.tables) {
      const list = columns.map(column => client.escapeIdentifier(column)).join(', ')
      const target = client.query(copyFrom(`COPY ${client.escapeIdentifier(name)} (${list}) FROM STDIN`))
      await pipeline(createReadStream(join(folder, name)), target)
      if (target.rowCount !== rows)
        throw new Error(`The file of ${name} has ${target.rowCount} rows instead of ${rows}`)
    }
    await client.query('COMMIT')
    await client.query('ANALYZE')
  })
  await migrateAt(url)
}

/** Whether rows can be loaded into a database. */
export const isEmpty = (url: string): Promise<boolean> =>
  connected(url, async client => (await tablesOf(client)).length === 0)

/** The tables with rows of their own, and their columns without those that are computed. */
async function tablesOf(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND relname <> ALL ($1)
     GROUP BY relname ORDER BY relname`,
    [OF_MIGRATIONS],
  )
  return rows
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'barkyard' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
