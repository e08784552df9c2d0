import { CASES_COUNTED_MS, ENDS_SOON_MS, LOST_KEPT_DAYS } from '@barkyard/domain/lost'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import type { Trx } from '../../transaction.ts'
import { notifyUser } from '../notifications/notify.ts'
import { sweepOlder } from '../sweep.ts'
import { endCase } from './change-lost.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The cases that one look handles. */
const AT_ONCE = 100
const SWEPT_AT_ONCE = 1_000

/** What the clock alone causes at `now`. */
interface ByClock {
  /** The cases that have ended. */
  ended: { lostId: string; userId: string; dogId: string }[]
  /** The owners who were notified. */
  notifiedIds: string[]
}

/** Ends the cases whose time is over, and warns the owners of those that end soon. Cases that another process handles are left out. */
export async function lostByClock(trx: Trx, now: Date): Promise<ByClock> {
  const due = await trx
    .selectFrom('lost_cases')
    .select(['id', 'user_id', 'dog_id', 'state', 'ends_at'])
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', new Date(now.getTime() + ENDS_SOON_MS))
    .where(sql<boolean>`(ends_at <= ${now} OR warned_at IS NULL AND state = 'open')`)
    .orderBy('ends_at')
    .limit(AT_ONCE)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  const result: ByClock = { ended: [], notifiedIds: [] }
  for (const { id: lostId, user_id: userId, dog_id: dogId, ends_at } of due) {
    const isOver = ends_at <= now
    if (isOver) {
      await endCase(trx, lostId, { state: 'ended', outcome: null }, now)
      result.ended.push({ lostId, userId, dogId })
    } else await trx.updateTable('lost_cases').set({ warned_at: now }).where('id', '=', lostId).execute()
    const endsAt = ends_at.toISOString()
    const news = isOver
      ? ({ event: 'lost-ended', details: { lostId } } as const)
      : ({ event: 'lost-ends', details: { lostId, endsAt } } as const)
    result.notifiedIds.push(
      ...(await notifyUser(trx, { ...news, userId, dogId, key: `${news.event} ${lostId} ${endsAt}` }, now)),
    )
  }
  return result
}

/** Deletes what has been kept long enough. The keys of the photos of sightings are noted for deletion. */
export async function sweepLost(db: Db, now: Date): Promise<void> {
  await sweepOlder(db, 'lost_cases', 'ended_at', new Date(now.getTime() - LOST_KEPT_DAYS * DAY_MS))
  // That a moderator closed the last case of a dog counts for good.
  await sql`
    DELETE FROM lost_openings WHERE id = ANY (ARRAY(
      SELECT id FROM lost_openings WHERE opened_at < ${new Date(now.getTime() - CASES_COUNTED_MS)}
        AND (NOT closed_by_moderator OR dog_id IS NULL) ORDER BY opened_at LIMIT ${SWEPT_AT_ONCE}))`.execute(db)
}
