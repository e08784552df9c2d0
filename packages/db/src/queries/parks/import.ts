import type { Place } from '@barkyard/domain/place'
import type { Park } from '@barkyard/domain/schemas/park'
import { sql } from 'kysely'
import { type Db, whileAlone } from '../../open.ts'
import { writeAudit } from '../audit.ts'
import { newId } from '../ids.ts'
import { zoneAt } from './parks.ts'

export interface ImportedPark extends Place, Pick<Park, 'name' | 'address' | 'facts'> {
  /** Its id in the file. */
  ref: string
}

/** Work on one connection, where the rows of the file are until it closes. @returns null: another import is running. */
export const withImport = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T | null> =>
  whileAlone(db, 'barkyard parks import', () =>
    db.connection().execute(async one => {
      await sql`CREATE TEMPORARY TABLE park_rows (
        id text, ref text PRIMARY KEY, name text, lat float8, lng float8, address text, time_zone text,
        fenced boolean, water boolean, small_dogs boolean, leash text)`.execute(one)
      return work(one)
    }),
  )

/** Keeps rows of the file until they are applied. @returns the ids of those that the file had before: they are left out. */
export async function stageParks(db: Db, parks: readonly ImportedPark[]): Promise<string[]> {
  const records = parks.map(({ ref, name, lat, lng, address, facts: { fenced, water, smallDogs, leash } }) => {
    const time_zone = zoneAt({ lat, lng })
    return { id: newId(), ref, name, lat, lng, address, time_zone, fenced, water, small_dogs: smallDogs, leash }
  })
  const { rows } = await sql<{ id: string }>`
    INSERT INTO park_rows SELECT * FROM jsonb_populate_recordset(NULL::park_rows, ${JSON.stringify(records)}::jsonb)
    ON CONFLICT (ref) DO NOTHING RETURNING id`.execute(db)
  const kept = new Set(rows.map(({ id }) => id))
  return records.flatMap(({ id, ref }) => (kept.has(id) ? [] : ref))
}

const COLUMNS = ['name', 'lat', 'lng', 'address', 'time_zone', 'fenced', 'water', 'small_dogs', 'leash'] as const
const VALUES = sql.join(COLUMNS.map(column => sql.ref(column)))
const valuesOf = (table: 'parks' | 'park_rows') => sql.join(COLUMNS.map(column => sql.ref(`${table}.${column}`)))
const DIFFERS = sql`(${valuesOf('parks')}) IS DISTINCT FROM (${valuesOf('park_rows')})`
const ofSet = (set: string) => sql`parks.set_name = ${set}`
/** The parks of a set with their row of the file, if it has one. */
const bothOf = (set: string) => sql`parks LEFT JOIN park_rows ON park_rows.ref = parks.external_id WHERE ${ofSet(set)}`
const isUntouched = sql`parks.edited_at IS NULL`

/** What an import does, in numbers of parks. */
export interface ImportPlan {
  added: number
  changed: number
  reopened: number
  unchanged: number
  closed: number
  /** The open ones of the set, before. */
  open: number
}

/** What applying the staged rows to a set would do. */
export async function planImport(db: Db, set: string): Promise<ImportPlan> {
  const { rows } = await sql<ImportPlan>`
    SELECT
      (SELECT count(*) FROM park_rows WHERE NOT EXISTS (
        SELECT FROM parks WHERE ${ofSet(set)} AND external_id = park_rows.ref)) AS added,
      count(*) FILTER (WHERE isKnown AND isUntouched AND state = 'open' AND differs) AS changed,
      count(*) FILTER (WHERE isKnown AND isUntouched AND state = 'closed') AS reopened,
      count(*) FILTER (WHERE isKnown AND isUntouched AND state = 'open' AND NOT differs) AS unchanged,
      count(*) FILTER (WHERE NOT isKnown AND isUntouched AND state = 'open') AS closed,
      count(*) FILTER (WHERE state = 'open') AS open
    FROM (SELECT state, park_rows.ref IS NOT NULL AS isKnown, ${isUntouched} AS isUntouched, ${DIFFERS} AS differs
          FROM ${bothOf(set)}) AS both_sides`.execute(db)
  return rows[0] as ImportPlan
}

/** The parks of a set that an admin edited or closed: they stay as they are. */
export async function listUntouchable(db: Db, set: string) {
  const { rows } = await sql<{ ref: string; name: string; isClosed: boolean }>`
    SELECT external_id AS ref, name, state = 'closed' AS "isClosed" FROM parks
    WHERE ${ofSet(set)} AND NOT ${isUntouched} ORDER BY external_id`.execute(db)
  return rows
}

/** Of a park that a later file of its set does not have any more. */
const GONE = 'It is not in the imported file any more'

interface Import {
  set: string
  attribution: string
  /** What it does, which the audit log notes. */
  plan: ImportPlan
  now: Date
}

/** Makes a set what the staged rows say: adds, changes and reopens what they have, and closes what they do not. */
export async function applyImport(
  db: Db,
  { set, attribution, plan: { added, changed, reopened, closed }, now }: Import,
): Promise<void> {
  await db.transaction().execute(async trx => {
    // A country takes longer than a page may.
    await sql`SELECT set_config('statement_timeout', '0', true)`.execute(trx)
    await sql`
      WITH gone AS (
        UPDATE parks SET state = 'closed', reason = ${GONE}, version = version + 1
        WHERE ${ofSet(set)} AND ${isUntouched} AND state = 'open'
          AND NOT EXISTS (SELECT FROM park_rows WHERE ref = external_id)
        RETURNING id)
      UPDATE walk_series SET ended_at = ${now}::timestamptz
      WHERE ended_at IS NULL AND park_id IN (SELECT id FROM gone)`.execute(trx)
    await sql`
      UPDATE parks SET (${VALUES}) = (${valuesOf('park_rows')}), state = 'open', reason = NULL, version = version + 1
      FROM park_rows
      WHERE ${ofSet(set)} AND park_rows.ref = external_id AND ${isUntouched} AND (state = 'closed' OR ${DIFFERS})`.execute(
      trx,
    )
    await sql`
      INSERT INTO parks (id, ${VALUES}, source, attribution, set_name, external_id, offered_at, created_at)
      SELECT id, ${VALUES}, 'import', ${attribution}, ${set}, ref, ${now}::timestamptz, ${now}::timestamptz FROM park_rows
      ON CONFLICT (set_name, external_id) WHERE set_name IS NOT NULL DO NOTHING`.execute(trx)
    const parks = { added, changed, reopened, closed }
    await writeAudit(trx, null, { action: 'parks-imported', detail: { name: set, parks } })
  })
}
