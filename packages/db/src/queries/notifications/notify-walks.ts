import type { EventDetails } from '@barkyard/domain/notification'
import { URGENT_WITHIN_MS } from '@barkyard/domain/playdate'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { sql } from 'kysely'
import type { Trx } from '../../open.ts'
import { dogIn, sees } from '../blocks/visibility.ts'
import { notifyEach } from '../notify.ts'
import type { NextWalk } from '../walks/changes.ts'
import type { Promoted, WalkAction, WalkChange } from '../walks/lock.ts'
import { findWalk, isFit } from '../walks/walks.ts'

interface ConcernedByWalk {
  /** The owners of the dogs on it, or waiting for it, who see the dog that made the change, and its own, each with their first dog. */
  ownDogs: Record<string, string>
  dogIds: string[]
  /** Those of them who got a notification. */
  notified: string[]
}

/** Who is notified: the host alone, everybody who comes, or also those who wait for a place. The others see it when they look. */
const IS_FOR: Record<WalkAction, 'host' | 'coming' | 'waiting'> = {
  'walk-joined': 'host',
  'walk-left': 'host',
  'walk-changed': 'waiting',
  'walk-cancelled': 'waiting',
  'walk-late': 'coming',
  'walk-here': 'coming',
}

/** What somebody who does not come yet is notified of, besides actions: they got a place, or the next walk of a series is made. */
type WalkNews = WalkAction | 'walk-place' | 'walk-next'

function isUrgent(action: WalkNews, { whenTs }: Walk, now: Date): boolean {
  if (action === 'walk-cancelled') return Date.parse(whenTs) - now.getTime() <= URGENT_WITHIN_MS
  return action === 'walk-late' || action === 'walk-here'
}

/**
 * Notifies the others on a walk of a change, in its transaction: those who see the dog that made it. An unseen notification
 * of the same kind is replaced, so that nobody fills a list by repeating something.
 */
export async function notifyOfWalk(
  trx: Trx,
  { walk, action, byDogId }: WalkChange,
  now: Date,
): Promise<ConcernedByWalk> {
  const { rows } = await sql<{ id: string; user_id: string; by_user_id: string | null; waits: boolean }>`
    SELECT own.id, own.user_id, by.user_id AS by_user_id, one.waits
    FROM (
      SELECT dog_id, place, false AS waits FROM walk_dogs WHERE walk_id = ${walk.id}::uuid
      UNION ALL SELECT dog_id, place, true FROM walk_waiting WHERE walk_id = ${walk.id}::uuid
      UNION ALL SELECT ${byDogId}::uuid, NULL, true -- it may just have left
    ) one
    JOIN dogs own ON own.id = one.dog_id
    JOIN dogs by ON by.id = ${byDogId}::uuid
    WHERE own.user_id IS NOT NULL AND ${sees(dogIn('own'), 'by')}
    ORDER BY one.waits, one.place`.execute(trx)
  const ownDogs: Record<string, string> = {}
  for (const { id, user_id } of rows) ownDogs[user_id] ??= id
  const concerned = { ownDogs, dogIds: rows.map(({ id }) => id), notified: [] }
  if (!action) return concerned
  const isFor = IS_FOR[action]
  const firstOf = new Map<string, string>()
  for (const { id, user_id, by_user_id, waits } of rows) {
    if (user_id === by_user_id || firstOf.has(user_id) || (waits && isFor !== 'waiting')) continue
    if (isFor !== 'host' || id === walk.hostDog.id) firstOf.set(user_id, id)
  }
  return { ...concerned, notified: await insertForWalk(trx, { walk, action, byDogId }, firstOf, now) }
}

/** Notifies the owner of a dog that got a place, and the host. @returns what the walk's other pages need. */
export async function notifyOfPlace(
  trx: Trx,
  walkId: string,
  { dogId, userId }: Promoted,
  now: Date,
): Promise<ConcernedByWalk> {
  const walk = await findWalk(trx, { kind: 'dog', userId, dogId }, walkId, now)
  if (!walk) throw new Error('a dog sees the walk that it got a place on')
  const concerned = await notifyOfWalk(trx, { walk, action: 'walk-joined', byDogId: dogId }, now)
  const place = { walk, action: 'walk-place' as const, byDogId: walk.hostDog.id }
  const notified = await insertForWalk(trx, place, new Map([[userId, dogId]]), now)
  return { ...concerned, notified: [...concerned.notified, ...notified] }
}

/** Notifies those who had joined the last walk of a series of the next one, if it is for their dog. @returns the notified users. */
export async function notifyOfNextWalk(trx: Trx, next: NextWalk, now: Date): Promise<string[]> {
  const walk = await findWalk(trx, next.host, next.id, now)
  if (!walk) throw new Error('a host sees their walk')
  const { rows } = await sql<{ id: string; user_id: string }>`
    SELECT DISTINCT ON (own.user_id) own.user_id, own.id
    FROM walk_dogs
    JOIN dogs own ON own.id = walk_dogs.dog_id
    JOIN walks ON walks.id = ${next.id}::uuid
    JOIN dogs host ON host.id = walks.host_dog_id
    WHERE walk_dogs.walk_id = ${next.lastId}::uuid AND own.user_id <> host.user_id AND ${isFit} AND ${sees(dogIn('own'), 'host')}
    ORDER BY own.user_id, walk_dogs.place`.execute(trx)
  const dogOf = new Map(rows.map(({ id, user_id }) => [user_id, id]))
  return insertForWalk(trx, { walk, action: 'walk-next', byDogId: walk.hostDog.id }, dogOf, now)
}

/** @param dogOf the users to notify, each with their dog that it is about. */
async function insertForWalk(
  trx: Trx,
  { walk, action, byDogId }: { walk: Walk; action: WalkNews; byDogId: string },
  dogOf: ReadonlyMap<string, string>,
  now: Date,
): Promise<string[]> {
  if (dogOf.size === 0) return []
  const userIds = [...dogOf.keys()]
  const signal = walk.signals.find(({ dogId, kind }) => dogId === byDogId && kind === 'late')
  const { whenTs, parkName, timeZone, title } = walk
  const details: EventDetails['walk-late'] = { whenTs, parkName, timeZone, title, minutes: signal?.minutes ?? 0 }
  const ofSame = sql`walk_id = ${walk.id}::uuid AND event = ${action} AND other_dog_id = ${byDogId}::uuid
    AND user_id = ANY (${userIds}::uuid[])`
  const known = await sql<{ user_id: string }>`SELECT DISTINCT user_id FROM notifications WHERE ${ofSame}`.execute(trx)
  // Each kind passes quiet hours once a walk.
  const earlier = new Set(known.rows.map(row => row.user_id))
  await sql`DELETE FROM notifications WHERE ${ofSame} AND seen_at IS NULL`.execute(trx)
  const urgent = isUrgent(action, walk, now)
  return notifyEach(
    trx,
    [...dogOf].map(([userId, dogId]) => ({
      event: action,
      details,
      userId,
      dogId,
      otherDogId: byDogId,
      walkId: walk.id,
      isUrgent: urgent && !earlier.has(userId),
    })),
    now,
  )
}
