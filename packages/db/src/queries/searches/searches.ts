import { chordOf } from '@barkyard/domain/place'
import type { NewSearch, Search } from '@barkyard/domain/schemas/search'
import { nextLookAt, SEARCHES_PER_USER } from '@barkyard/domain/search'
import { SNIFF_TOTAL_MAX } from '@barkyard/domain/sniff'
import { dayOf } from '@barkyard/domain/verification-days'
import { ownerAs } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { lockUser } from '../account/users.ts'
import { newId } from '../ids.ts'
import { notifyUser } from '../notify.ts'
import { affectsRows, countOf } from '../rows.ts'
import { shapeOf } from '../shape.ts'
import { anyOwned, cube, isFound, matches, type SniffSearch, searcherPoint } from '../sniff/sniff.ts'

const shape = shapeOf('searches', 'id', 'name', 'filters', 'created_at')

/** All saved searches of a user, newest first. */
export async function listSearches(db: Db, userId: string): Promise<Search[]> {
  const rows = await db
    .selectFrom('searches')
    .select(shape.columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(SEARCHES_PER_USER)
    .execute()
  return rows.map(shape.of)
}

/** Saves a search. The user's row is locked, so that their searches are counted one after the other. */
export async function saveSearch(trx: Trx, userId: string, { name, filters }: NewSearch, now: Date) {
  await lockUser(trx, userId)
  const count = await countOf(trx.selectFrom('searches').where('user_id', '=', userId))
  if (count >= SEARCHES_PER_USER) return 'searches-full'
  const preferences = await trx
    .selectFrom('preferences')
    .select('time_zone')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const row = await trx
    .insertInto('searches')
    .values({
      id: newId(),
      user_id: userId,
      name,
      filters: JSON.stringify(filters),
      created_at: now,
      look_at: nextLookAt(preferences?.time_zone ?? null, null, now),
    })
    .returning(shape.columns)
    .executeTakeFirstOrThrow()
  return shape.of(row)
}

export async function deleteSearch(db: Db, userId: string, id: string): Promise<'search-not-found' | null> {
  const search = db.deleteFrom('searches').where('id', '=', id).where('user_id', '=', userId)
  return (await affectsRows(search)) ? null : 'search-not-found'
}

/** Sets the next looks after a change of the owner's time zone, at least 20 hours after the last ones. */
export async function moveLooks(trx: Trx, userId: string, timeZone: string | null, now: Date): Promise<void> {
  const rows = await trx
    .selectFrom('searches')
    .select(['id', 'looked_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, looked_at } of rows)
    await trx
      .updateTable('searches')
      .set({ look_at: nextLookAt(timeZone, looked_at, now) })
      .where('id', '=', id)
      .execute()
}

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
export async function newDogs(trx: Trx, search: Omit<SniffSearch, 'limit' | 'after' | 'countTo'>, since: string) {
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

/**
 * Looks at saved searches that are due at `now`, at most `limit`, and notifies their owners of new dogs. They are locked.
 * Those that another process has locked are left out.
 * @returns how many were looked at, and the notified users.
 */
export async function lookAtSearches(trx: Trx, now: Date, limit: number) {
  const due = await trx
    .selectFrom('searches')
    .innerJoin('users', 'users.id', 'searches.user_id')
    .leftJoin('preferences', 'preferences.user_id', 'searches.user_id')
    .select(['searches.id', 'searches.user_id', 'searches.name', 'searches.filters'])
    .select(['users.cell', 'users.active_dog_id', 'preferences.time_zone'])
    .select(sql<string>`searches.searched_until::text`.as('searched_until'))
    .where('look_at', '<=', now)
    .where('users.suspended_at', 'is', null)
    .orderBy('look_at')
    .limit(limit)
    .forUpdate('searches')
    .skipLocked()
    .execute()
  const notified: string[] = []
  for (const row of due) {
    const viewer = ownerAs(row.user_id, row.active_dog_id)
    const search = { ...row.filters, viewer, cell: row.cell, today: dayOf(now) }
    const { until, count, dogId } = await newDogs(trx, search, row.searched_until)
    await trx
      .updateTable('searches')
      .set({
        searched_until: sql<Date>`${until}::timestamptz`,
        looked_at: now,
        look_at: nextLookAt(row.time_zone, now, now),
      })
      .where('id', '=', row.id)
      .execute()
    if (count === 0) continue
    const found = { event: 'dog-found', details: { name: row.name, searchId: row.id, count } } as const
    notified.push(
      ...(await notifyUser(trx, { ...found, userId: row.user_id, otherDogId: count === 1 ? dogId : null }, now)),
    )
  }
  return { looked: due.length, notified: [...new Set(notified)] }
}
