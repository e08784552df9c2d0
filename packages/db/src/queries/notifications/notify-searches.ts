import { nextLookAt } from '@barkyard/domain/search'
import { dayOf } from '@barkyard/domain/verification-days'
import { ownerAs } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Trx } from '../../transaction.ts'
import { newDogs } from '../searches/new-dogs.ts'
import { notifyUser } from './notify.ts'

/**
 * Looks at saved searches that are due at `now`, at most `limit`, and notifies their owners of new dogs. They are locked.
 * Those that another process has locked are left out.
 * @returns how many were looked at, and the notified users.
 */
export async function lookAtSearches(
  trx: Trx,
  now: Date,
  limit: number,
): Promise<{ looked: number; notified: string[] }> {
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
