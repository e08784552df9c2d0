import { WALKS_TOLD_A_WEEK, WALKS_TOLD_KM, WALKS_TOLD_KM_DEFAULT } from '@barkyard/domain/walk'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { dogIn, sees } from '../blocks/visibility.ts'
import { type NearPosition, ownersNear } from '../location/around.ts'
import { notifyEach } from '../notify.ts'
import { planParkOf } from '../parks/plan-park.ts'
import { sweepOlder } from '../rows.ts'
import { hasPlace, isFit } from '../walks/walks.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Notifies owners who live near a new walk and have a dog that may join it, in pieces. How near is judged between the park and
 * the cell of their place, as everywhere. The pieces of all walks come one after the other, so that nobody is told too often.
 * @returns the notified users, and where to go on; null: everybody was told.
 */
export async function tellOfWalk(trx: Trx, walkId: string, after: NearPosition | null, now: Date) {
  const nobody = { userIds: [], next: null }
  const walk = await trx.selectFrom('walks').selectAll().where('id', '=', walkId).executeTakeFirst()
  if (!walk || walk.cancelled_at || walk.when_ts <= now) return nobody
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('walk tellings', 0))`.execute(trx)
  const { place, parkName, timeZone } = planParkOf(walk)
  const { owners, next } = await ownersNear(trx, place, Math.max(...WALKS_TOLD_KM), after)
  if (owners.length === 0) return nobody
  const details = { whenTs: walk.when_ts.toISOString(), parkName, timeZone, title: walk.title }
  const weekAgo = new Date(now.getTime() - WEEK_MS)
  const { rows } = await sql<{ user_id: string; dog_id: string; host_dog_id: string; host_id: string }>`
    SELECT DISTINCT ON (own.user_id) own.user_id, own.id AS dog_id, host.id AS host_dog_id, host.user_id AS host_id
    FROM unnest(${owners.map(({ id }) => id)}::uuid[], ${owners.map(({ km }) => km)}::float8[]) AS one (id, km)
    JOIN walks ON walks.id = ${walkId}::uuid
    JOIN dogs host ON host.id = walks.host_dog_id
    JOIN dogs own ON own.user_id = one.id
    LEFT JOIN preferences ON preferences.user_id = own.user_id
    WHERE own.user_id <> host.user_id AND NOT own.paused AND NOT host.unseen AND ${isFit} AND ${hasPlace(dogIn('own'))}
      AND ${sees(dogIn('own'), 'host')}
      AND one.km <= CASE WHEN preferences.user_id IS NULL THEN ${sql.lit(WALKS_TOLD_KM_DEFAULT)} ELSE preferences.walks_near_km END
      AND NOT EXISTS (SELECT FROM walk_dogs JOIN dogs of_owner ON of_owner.id = walk_dogs.dog_id
        WHERE walk_dogs.walk_id = walks.id AND of_owner.user_id = own.user_id)
      AND NOT EXISTS (SELECT FROM walk_tellings t
        WHERE t.user_id = own.user_id AND t.host_id = host.user_id AND t.told_at > ${weekAgo})
      AND (SELECT count(*) FROM walk_tellings t WHERE t.user_id = own.user_id AND t.told_at > ${weekAgo}) < ${WALKS_TOLD_A_WEEK}
    ORDER BY own.user_id, own.id`.execute(trx)
  const near = rows.map(({ user_id: userId, dog_id: dogId, host_dog_id: otherDogId }) => ({
    event: 'walk-near' as const,
    details,
    userId,
    dogId,
    otherDogId,
    walkId,
    key: `walk near ${walkId}`,
  }))
  const userIds = await notifyEach(trx, near, now)
  await sql`
    INSERT INTO walk_tellings (id, user_id, host_id, told_at)
    SELECT gen_random_uuid(), told, ${rows[0]?.host_id ?? null}::uuid, ${now} FROM unnest(${userIds}::uuid[]) AS told`.execute(
    trx,
  )
  return { userIds, next }
}

/** Deletes what counts no longer. */
export const sweepWalkTellings = (db: Db, now: Date) =>
  sweepOlder(db, 'walk_tellings', 'told_at', new Date(now.getTime() - WEEK_MS))
