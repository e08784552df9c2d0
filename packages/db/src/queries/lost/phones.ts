import { PHONES_A_WEEK, type SightingState } from '@barkyard/domain/lost'
import type { Trx } from '../../transaction.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/**
 * The owner's phone number for who holds the dog, or found it injured, and shows a photo: where the owner shows it, and of a
 * few cases a week. Whoever collects numbers gets no more.
 */
export async function phoneFor(
  trx: Trx,
  {
    userId,
    lostId,
    sighting,
    now,
  }: { userId: string; lostId: string; sighting: { state: SightingState; evidenceKey: string | null }; now: Date },
): Promise<string | null> {
  if (sighting.state === 'seen' || sighting.evidenceKey === null) return null
  const row = await trx
    .selectFrom('lost_cases')
    .select('phone')
    .where('id', '=', lostId)
    .where('show_phone', '=', true)
    .executeTakeFirst()
  const phone = row?.phone ?? null
  if (phone === null) return null
  const shown = await trx
    .selectFrom('lost_phones_shown')
    .select('lost_id')
    .where('user_id', '=', userId)
    .where('shown_at', '>', new Date(now.getTime() - WEEK_MS))
    .execute()
  if (shown.some(({ lost_id }) => lost_id === lostId)) return phone
  if (shown.length >= PHONES_A_WEEK) return null
  await trx
    .insertInto('lost_phones_shown')
    .values({ user_id: userId, lost_id: lostId, shown_at: now })
    .onConflict(conflict => conflict.columns(['user_id', 'lost_id']).doUpdateSet({ shown_at: now }))
    .execute()
  return phone
}
