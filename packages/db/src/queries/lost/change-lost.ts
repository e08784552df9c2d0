import {
  CASES_COUNTED_MS,
  ENDS_SOON_MS,
  LOST_KEPT_DAYS,
  type LostOutcome,
  lostEndsAt,
  lostPoint,
  MISTAKE_MS,
  REACH_AFTER_MS,
} from '@barkyard/domain/lost'
import type { LostChanges, OwnLost } from '@barkyard/domain/schemas/lost'
import type { Owner } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { notifyUser } from '../notify.ts'
import { affectsRows, sweepOlder, sweepRows } from '../rows.ts'
import { findLost, findOwnLost } from './lost.ts'

async function lockOpen(trx: Trx, viewer: Owner, id: string, now: Date) {
  const row = await trx
    .selectFrom('lost_cases')
    .innerJoin('users', 'users.id', 'lost_cases.user_id')
    .select(['lost_cases.state', 'version', 'reach', 'began_at', 'ends_at', 'lost_cases.created_at'])
    .select(['users.lat as home_lat', 'users.lng as home_lng'])
    .where('lost_cases.id', '=', id)
    .where('lost_cases.user_id', '=', viewer.userId)
    .forNoKeyUpdate('lost_cases')
    .executeTakeFirst()
  if (!row) return (await findLost(trx, viewer, id, now)) ? 'not-your-dog' : 'lost-not-found'
  return row.state === 'open' && row.ends_at > now ? row : 'case-closed'
}

/** An empty text is none. */
const orNull = (text: string | null | undefined) => (text === '' ? null : text)

/** The columns of what the owner says. Absent fields are left out. */
export const columnsOf = ({ note, wearing, phone, showPhone, mark }: Omit<LostChanges, 'version'>) => ({
  note: orNull(note),
  wearing: orNull(wearing),
  phone: orNull(phone),
  show_phone: showPhone,
  mark: orNull(mark),
})

/**
 * Changes the fields that were sent of an open case of the viewer's own. `isWider`: more owners are within its reach now.
 * `isReassured`: the warning that it ends soon held no longer and is gone.
 */
export async function changeLost(trx: Trx, viewer: Owner, id: string, changes: LostChanges, now: Date) {
  const row = await lockOpen(trx, viewer, id, now)
  if (typeof row === 'string') return row
  if (row.version !== changes.version) return 'stale-lost'
  const { reach = row.reach, lat, lng } = changes
  if (reach < row.reach) return 'smaller-reach'
  const isWider = reach > row.reach
  if (isWider && now.getTime() < row.began_at.getTime() + REACH_AFTER_MS[reach]) return 'too-early'
  const home = row.home_lat === null || row.home_lng === null ? null : { lat: row.home_lat, lng: row.home_lng }
  const point = lat === undefined || lng === undefined ? null : lostPoint({ lat, lng }, home)
  await trx
    .updateTable('lost_cases')
    .set({
      version: sql`version + 1`,
      reach,
      ...columnsOf(changes),
      approach: changes.approach,
      ...(changes.lastSeenAt !== undefined && { last_seen_at: new Date(changes.lastSeenAt) }),
      ...(point && { lat: point.lat, lng: point.lng }),
      ...(changes.renew && { ends_at: lostEndsAt(row.began_at, now), warned_at: null }),
    })
    .where('id', '=', id)
    .execute()
  const warning = trx.deleteFrom('notifications').where('user_id', '=', viewer.userId)
  const warned = warning.where('key', '=', `lost-ends ${id} ${row.ends_at.toISOString()}`)
  const isReassured = changes.renew === true && (await affectsRows(warned))
  return { lost: await ownLost(trx, viewer, id, now), isWider, isReassured }
}

export async function closeLost(trx: Trx, viewer: Owner, id: string, outcome: LostOutcome, now: Date) {
  const row = await lockOpen(trx, viewer, id, now)
  if (typeof row === 'string') return row
  await endCase(trx, id, { state: 'closed', outcome }, now)
  if (outcome === 'mistake' && now.getTime() - row.created_at.getTime() <= MISTAKE_MS)
    await trx.updateTable('lost_openings').set({ is_counted: false }).where('id', '=', id).execute()
  return ownLost(trx, viewer, id, now)
}

/** A case of the viewer's own that this transaction made or locked. */
export async function ownLost(trx: Trx, { userId }: Owner, id: string, now: Date): Promise<OwnLost> {
  const lost = await findOwnLost(trx, userId, id, now)
  if (!lost) throw new Error('the case is made or locked')
  return lost
}

/** Ends a case that is locked. Whoever was told is told by a job. */
export async function endCase(
  trx: Trx,
  id: string,
  { state, outcome, byModerator = false }: Ending,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('lost_cases')
    .set({ state, outcome, ended_at: now, closed_by_moderator: byModerator, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  if (byModerator)
    await trx.updateTable('lost_openings').set({ closed_by_moderator: true }).where('id', '=', id).execute()
}

interface Ending {
  state: 'closed' | 'ended'
  /** null: it ended by itself, or a moderator closed it. */
  outcome: LostOutcome | null
  byModerator?: boolean
}

/** Begins a case that waits and is locked: a moderator has approved it. */
export const beginLost = (trx: Trx, id: string, now: Date) =>
  trx
    .updateTable('lost_cases')
    .set({ state: 'open', began_at: now, ends_at: lostEndsAt(now, now), version: sql`version + 1` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()

/** Closes the case of a dog that was handed to somebody else. @returns its id; null: there was none. */
export async function closeLostOfDog(trx: Trx, dogId: string, now: Date): Promise<string | null> {
  const open = trx.selectFrom('lost_cases').select('id').where('dog_id', '=', dogId).where('ended_at', 'is', null)
  const row = await open.forNoKeyUpdate().executeTakeFirst()
  if (row) await endCase(trx, row.id, { state: 'closed', outcome: 'mistake' }, now)
  return row?.id ?? null
}

const DAY_MS = 24 * 60 * 60 * 1000
/** The cases that one look handles. */
const AT_ONCE = 100

/**
 * Ends the cases whose time is over, and warns the owners of those that end soon, whom it returns.
 * @param dogId only the case of this dog. Without one, cases that another process handles are left out.
 */
export async function lostByClock(trx: Trx, now: Date, dogId?: string) {
  const due = await trx
    .selectFrom('lost_cases')
    .select(['id', 'user_id', 'dog_id', 'state', 'ends_at'])
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', new Date(now.getTime() + ENDS_SOON_MS))
    .where(sql<boolean>`(ends_at <= ${now} OR warned_at IS NULL AND state = 'open')`)
    .$if(dogId !== undefined, query => query.where('dog_id', '=', dogId as string))
    .orderBy('ends_at')
    .limit(AT_ONCE)
    .forNoKeyUpdate()
    .$if(dogId === undefined, query => query.skipLocked())
    .execute()
  const result = { ended: [] as { lostId: string; userId: string; dogId: string }[], notifiedIds: [] as string[] }
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
  const since = new Date(now.getTime() - CASES_COUNTED_MS)
  const over = sql`SELECT id FROM lost_openings WHERE opened_at < ${since}
    AND (NOT closed_by_moderator OR dog_id IS NULL) ORDER BY opened_at`
  await sweepRows(db, 'lost_openings', 'id', over)
  await sweepRows(
    db,
    'gone_lost_codes',
    'code',
    sql`SELECT code FROM gone_lost_codes WHERE gone_at < ${since} ORDER BY gone_at`,
  )
}
