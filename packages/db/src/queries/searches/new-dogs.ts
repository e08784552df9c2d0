import { chordOf } from '@barkyard/domain/place'
import { SNIFF_TOTAL_MAX } from '@barkyard/domain/sniff'
import { sql } from 'kysely'
import type { Trx } from '../../transaction.ts'
import { anyOwned, cube, isFound, matches, type SniffSearch, searcherPoint } from '../sniff/sniff.ts'

interface NewDogs {
  /** The time of this look, by the database's clock: the next one begins here. */
  until: string
  /** At most SNIFF_TOTAL_MAX. */
  count: number
  /** One of them; null: there are none. */
  dogId: string | null
}

/**
 * The dogs that a search finds and that were created after `since`. A dog that moves, or whose owner moves, is found once at
 * most, so a saved search follows nobody. It reads the new dogs of all places: ids begin with the time of their creation,
 * by the clock of a process that may differ from the database's by an hour.
 * @param since a timestamp of the database, with its microseconds.
 */
export async function newDogs(
  trx: Trx,
  search: Omit<SniffSearch, 'limit' | 'after' | 'countTo'>,
  since: string,
): Promise<NewDogs> {
  const all = { ...search, limit: SNIFF_TOTAL_MAX }
  const created = sql`
    SELECT dogs.id FROM dogs
    WHERE dogs.id > (lpad(to_hex((extract(epoch FROM ${since}::timestamptz - interval '1 hour') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
      AND dogs.created_at > ${since}::timestamptz`
  const found =
    search.cell === null
      ? sql`SELECT s.dog_id FROM (${anyOwned}) s JOIN (${created}) c ON c.id = s.dog_id WHERE ${matches(all, isFound(all))}`
      : sql`
        SELECT s.dog_id FROM (${created}) c JOIN sniff_dogs s ON s.dog_id = c.id
        CROSS JOIN LATERAL (SELECT point FROM sniff_cells WHERE sniff_cells.cell = s.cell OFFSET 0) home
        WHERE home.point <-> ${cube(searcherPoint(search.cell))}::cube <= ${chordOf(search.distance)}::float8
          AND ${matches(all, isFound(all))}`
  const { rows } = await sql<NewDogs>`
    SELECT clock_timestamp()::text AS until, count(*)::int AS count, min(dog_id::text) AS "dogId"
    FROM (SELECT dog_id FROM (${found}) found LIMIT ${SNIFF_TOTAL_MAX}::int) counted`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('a count has one row')
  return row
}
