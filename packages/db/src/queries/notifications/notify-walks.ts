import type { EventDetails } from '@barkyard/domain/notification'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { sql } from 'kysely'
import type { Trx } from '../../transaction.ts'
import { dogIn, sees } from '../blocks/visibility.ts'
import { newId } from '../ids.ts'
import type { WalkAction, WalkChange } from '../walks/changes.ts'
import { mailAt, pushAt } from './notify.ts'

const HOUR_MS = 60 * 60 * 1000
/** The cancellation of a walk is notified during quiet hours if it would start within this time. */
const URGENT_WITHIN_MS = 12 * HOUR_MS

/** Whom a change of a walk concerns. */
export interface ConcernedByWalk {
  /** The owners of the dogs on it who see the dog that made the change, and its own, each with their first dog on it. */
  ownDogs: Record<string, string>
  dogIds: string[]
  /** Those of them who got a notification. */
  notified: string[]
}

/** Whether only the host is notified. The others see it when they look. */
const IS_FOR_HOST: Record<WalkAction, boolean> = {
  'walk-joined': true,
  'walk-left': true,
  'walk-changed': false,
  'walk-cancelled': false,
  'walk-late': false,
  'walk-here': false,
}

function isUrgent(action: WalkAction, { whenTs }: Walk, now: Date): boolean {
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
  const rows = await trx
    .selectFrom('walk_dogs')
    .innerJoin('dogs as own', 'own.id', 'walk_dogs.dog_id')
    .innerJoin('dogs as by', join => join.on('by.id', '=', byDogId))
    .select(['own.id', 'own.user_id', 'by.user_id as by_user_id'])
    .where('walk_dogs.walk_id', '=', walk.id)
    .where('own.user_id', 'is not', null)
    .where(sees(dogIn('own'), 'by'))
    .orderBy('walk_dogs.place')
    .execute()
  const ownDogs: Record<string, string> = {}
  for (const { id, user_id } of rows) if (user_id !== null) ownDogs[user_id] ??= id
  const concerned = { ownDogs, dogIds: rows.map(({ id }) => id), notified: [] }
  if (!action) return concerned
  const others = rows.filter(row => row.user_id !== row.by_user_id)
  const meant = IS_FOR_HOST[action] ? others.filter(({ id }) => id === walk.hostDog.id) : others
  const firstOf = new Map<string, string>()
  for (const { id, user_id } of meant) if (user_id !== null && !firstOf.has(user_id)) firstOf.set(user_id, id)
  return { ...concerned, notified: await insertForWalk(trx, { walk, action, byDogId }, firstOf, now) }
}

/** @param dogOf the users to notify, each with their dog on the walk. */
async function insertForWalk(
  trx: Trx,
  { walk, action, byDogId }: { walk: Walk; action: WalkAction; byDogId: string },
  dogOf: ReadonlyMap<string, string>,
  now: Date,
): Promise<string[]> {
  if (dogOf.size === 0) return []
  const userIds = [...dogOf.keys()]
  const signal = walk.signals.find(({ dogId, kind }) => dogId === byDogId && kind === 'late')
  const details: EventDetails['walk-late'] = {
    whenTs: walk.whenTs,
    parkName: walk.parkName,
    title: walk.title,
    minutes: signal?.minutes ?? 0,
  }
  const ofSame = sql`walk_id = ${walk.id}::uuid AND event = ${action} AND other_dog_id = ${byDogId}::uuid
    AND user_id = ANY (${userIds}::uuid[])`
  const known = await sql<{ user_id: string }>`SELECT DISTINCT user_id FROM notifications WHERE ${ofSame}`.execute(trx)
  // Each kind passes quiet hours once a walk.
  const earlier = new Set(known.rows.map(row => row.user_id))
  await sql`DELETE FROM notifications WHERE ${ofSame} AND seen_at IS NULL`.execute(trx)
  const urgent = isUrgent(action, walk, now)
  const { rows } = await sql<{ user_id: string }>`
    INSERT INTO notifications (id, user_id, event, dog_id, other_dog_id, walk_id, details, is_urgent, notified_at, push_at, mail_at)
    SELECT one.id, one.user_id, ${action}, one.dog_id, ${byDogId}::uuid, ${walk.id}::uuid, ${JSON.stringify(details)}::jsonb,
      one.is_urgent, ${now}::timestamptz, ${pushAt(sql.ref('one.user_id'), now)}, ${mailAt(action, now)}::timestamptz
    FROM unnest(${userIds.map(() => newId())}::uuid[], ${userIds}::uuid[], ${[...dogOf.values()]}::uuid[],
      ${userIds.map(id => urgent && !earlier.has(id))}::boolean[]) AS one (id, user_id, dog_id, is_urgent)
    RETURNING user_id`.execute(trx)
  return rows.map(row => row.user_id)
}
