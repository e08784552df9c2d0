import { PARKS_BESIDE_KM, SUGGESTIONS_PER_MONTH, SUGGESTIONS_WAITING } from '@barkyard/domain/parks'
import type { Place } from '@barkyard/domain/place'
import type { ListQuery } from '@barkyard/domain/schemas/paging'
import type { AdminPark, ParkSuggestion } from '@barkyard/domain/schemas/park'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { listStaffIds } from '../admins.ts'
import { type Page, pageById, type UnknownCursor } from '../paging.ts'
import { exists } from '../rows.ts'
import { adminParkColumns, insertPark, toAdminPark } from './admin-parks.ts'
import { isWithin } from './parks.ts'

const MONTH_MS = 30 * 24 * 60 * 60 * 1000

interface NewSuggestion extends ParkSuggestion {
  userId: string
  /** Whether only a confirmed address may suggest. */
  needsVerified: boolean
  now: Date
}

/** Suggests a park. Only its owner and admins see it until it is approved. */
export async function suggestPark(trx: Trx, { userId, needsVerified, name, lat, lng, facts, now }: NewSuggestion) {
  // Locks the account, so that nothing is added between counting and adding.
  const user = await trx
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) return 'account-not-found'
  if (needsVerified && user.email_verified_at === null) return 'unverified'
  const { waiting, recent } = await trx
    .selectFrom('parks')
    .select(eb => [
      eb.fn.countAll<number>().filterWhere('state', '=', 'waiting').as('waiting'),
      eb.fn
        .countAll<number>()
        .filterWhere('created_at', '>', new Date(now.getTime() - MONTH_MS))
        .as('recent'),
    ])
    .where('suggested_by', '=', userId)
    .executeTakeFirstOrThrow()
  if (waiting >= SUGGESTIONS_WAITING || recent >= SUGGESTIONS_PER_MONTH) return 'suggestions-full'
  // The index of places has the parks that are not open.
  const closed = trx.selectFrom('parks').where('state', '<>', sql.lit('open')).where('state', '=', 'closed')
  const refused = closed.where('offered_at', 'is', null).where(isWithin({ lat, lng }, PARKS_BESIDE_KM))
  if (await exists(refused)) return 'refused-before'
  const making = { source: 'owner', state: 'waiting', suggested_by: userId, created_at: now } as const
  const park = await insertPark(trx, { name, lat, lng, facts }, making)
  return { park, adminIds: await listStaffIds(trx) }
}

/** A page of the parks that a user suggested, newest first. @param from the user’s snapped place; null: none. */
export async function listSuggestions(
  db: Db,
  userId: string,
  { from = null, ...page }: ListQuery & { from?: Place | null },
): Promise<Page<AdminPark> | UnknownCursor> {
  const own = db.selectFrom('parks').select(adminParkColumns).where('suggested_by', '=', userId)
  return pageById(own, 'id', page, row => toAdminPark(row, from))
}

/** Deletes what these users suggested and nobody approved. Parks stay, without them. */
export const forgetSuggestions = (trx: Trx, userIds: readonly string[]) =>
  trx
    .deleteFrom('parks')
    .where(sql<boolean>`suggested_by = ANY (${userIds}::uuid[])`)
    .where('offered_at', 'is', null)
    .execute()
