import type { ParkState } from '@barkyard/domain/parks'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../open.ts'
import { containing } from '../paging.ts'

/** The names that are read in their order first: what many names contain is found among them, without reading all of these. */
const READ_FIRST = 10_000

/**
 * Whether the name of a row of `parks` contains a text. Of one or two letters a word must begin with them, because the index
 * knows no shorter parts.
 */
export function isNamed(query: string): RawBuilder<boolean> {
  const pattern = containing(query) ?? '%'
  if (!/^[!-~]{1,2}$/.test(query)) return sql<boolean>`name_key LIKE ${pattern}`
  const beginning = pattern.slice(1)
  return sql<boolean>`(name_key LIKE ${beginning} OR name_key LIKE ${`% ${beginning}`})`
}

interface NameSearch {
  state: ParkState
  query: string
  /** Where the previous page ended. */
  after: { name: string; id: string } | undefined
  limit: number
}

/**
 * The ids of parks by name, of those whose name contains a text. The planner knows neither how many these are nor where they
 * stand, and reads a million names in the worst case; so both ways are tried, each of which is bounded.
 */
export async function idsByName(db: Db, { state, query, after, limit }: NameSearch): Promise<string[]> {
  // Literal, because the indexes are partial.
  const candidates = sql`SELECT id, name_key FROM parks WHERE state = ${sql.lit(state)}
    AND ${after ? sql`(name_key, id) > (${after.name}, ${after.id})` : sql`true`}`
  const inOrder = sql`ORDER BY name_key, id LIMIT`
  const first = await sql<{ id: string }>`
    SELECT id FROM (${candidates} ${inOrder} ${READ_FIRST}) AS first WHERE ${isNamed(query)} ${inOrder} ${limit}`.execute(
    db,
  )
  if (first.rows.length === limit) return first.rows.map(({ id }) => id)
  // OFFSET 0 keeps the planner from reading by name again.
  const found = await sql<{ id: string }>`
    SELECT id FROM (${candidates} AND ${isNamed(query)} OFFSET 0) AS found ${inOrder} ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}
