import type { NewSearch, Search } from '@barkyard/domain/schemas/search'
import { nextLookAt, SEARCHES_PER_USER } from '@barkyard/domain/search'
import type { Db } from '../../open.ts'
import type { Trx } from '../../transaction.ts'
import { isId, newId } from '../ids.ts'

const columns = ['id', 'name', 'filters', 'created_at'] as const

const toSearch = (row: { id: string; name: string; filters: Search['filters']; created_at: Date }): Search => ({
  id: row.id,
  name: row.name,
  filters: row.filters,
  createdAt: row.created_at.toISOString(),
})

/** All saved searches of a user, newest first. */
export async function listSearches(db: Db, userId: string): Promise<Search[]> {
  const rows = await db
    .selectFrom('searches')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(SEARCHES_PER_USER)
    .execute()
  return rows.map(toSearch)
}

/** Saves a search. The user's row is locked, so that their searches are counted one after the other. */
export async function saveSearch(
  trx: Trx,
  userId: string,
  { name, filters }: NewSearch,
  now: Date,
): Promise<Search | 'searches-full'> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { count } = await trx
    .selectFrom('searches')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
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
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toSearch(row)
}

export async function deleteSearch(db: Db, userId: string, id: string): Promise<'search-not-found' | null> {
  if (!isId(id)) return 'search-not-found'
  const { numDeletedRows } = await db
    .deleteFrom('searches')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 0n ? 'search-not-found' : null
}
