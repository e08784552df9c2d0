import { LOST_PUSHES_A_WEEK } from '@barkyard/domain/lost'
import { shownKm } from '@barkyard/domain/place'
import { type SqlBool, sql } from 'kysely'
import type { Trx } from '../../open.ts'
import { isBlockedPair } from '../blocks/visibility.ts'
import { type NearPosition, OWNERS, ownersNear } from '../location/around.ts'
import { SEES, sayOver } from '../lost-over.ts'
import { notifyEach } from '../notify.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** All that is told of one case is one notification, which says the last. */
const keyOf = (lostId: string) => `lost ${lostId}`

/**
 * Tells owners within the reach of an open case, in pieces, nearest rows of cells first. Who was told before is not told again.
 * The pieces of all cases come one after the other, so that nobody is pushed too many.
 * @param place the name of where the dog was last seen; null: there is none near.
 */
export async function tellNear(
  trx: Trx,
  lostId: string,
  { after, place, now }: { after: NearPosition | null; place: string | null; now: Date },
) {
  const lost = await trx
    .selectFrom('lost_cases')
    .innerJoin('dogs', 'dogs.id', 'lost_cases.dog_id')
    .select(['lost_cases.lat', 'lost_cases.lng', 'reach', 'lost_cases.user_id', 'dog_id'])
    .where('lost_cases.id', '=', lostId)
    .where('lost_cases.state', '=', 'open')
    .where('ends_at', '>', now)
    .where('dogs.unseen', '=', false)
    // Whoever ends it waits, and then tells those who are told here too.
    .forShare('lost_cases')
    .executeTakeFirst()
  if (!lost) return { userIds: [], next: null }
  const { owners, next } = await ownersNear(trx, lost, lost.reach, after)
  if (owners.length === 0) return { userIds: [], next: null }
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('lost tellings', 0))`.execute(trx)
  const { rows } = await sql<{ user_id: string; is_pushed: boolean }>`
    INSERT INTO lost_tellings (lost_id, user_id, told_at, is_pushed)
    SELECT ${lostId}::uuid, users.id, ${now}::timestamptz,
      coalesce((preferences.kinds -> 'lost' ->> 'push')::boolean, true)
        AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
        AND (SELECT count(*) FROM lost_tellings earlier WHERE earlier.user_id = users.id AND earlier.is_pushed
          AND earlier.told_at > ${new Date(now.getTime() - WEEK_MS)}) < ${LOST_PUSHES_A_WEEK}
    FROM users LEFT JOIN preferences ON preferences.user_id = users.id
    WHERE users.id = ANY (${owners.map(({ id }) => id)}::uuid[])
      AND users.id <> ${lost.user_id}::uuid AND users.suspended_at IS NULL
      AND NOT ${isBlockedPair({ user: sql.ref('users.id'), dog: sql`NULL::uuid` }, sql`${lost.user_id}::uuid`)}
    ON CONFLICT DO NOTHING
    RETURNING user_id, is_pushed`.execute(trx)
  const kmOf = new Map(owners.map(({ id, km }) => [id, km]))
  const near = rows.map(({ user_id: userId, is_pushed: isPushed }) => {
    const details = { lostId, place, distance: shownKm(kmOf.get(userId) ?? 0) }
    return { event: 'lost-near' as const, details, userId, otherDogId: lost.dog_id, key: keyOf(lostId), isPushed }
  })
  return { userIds: await notifyEach(trx, near, now), next }
}

/**
 * The next piece of those who were told of a case and still see it, for an event. If it is over, their notification says so.
 * @param after the last user of the piece before.
 */
export async function tellAgain(trx: Trx, lostId: string, { after, now }: { after: string | null; now: Date }) {
  const { rows: piece } = await sql<{ user_id: string; sees: boolean }>`
    SELECT t.user_id, ${SEES} AS sees
    FROM lost_tellings t
    JOIN lost_cases ON lost_cases.id = t.lost_id
    JOIN dogs ON dogs.id = lost_cases.dog_id
    WHERE t.lost_id = ${lostId}::uuid AND (${after}::uuid IS NULL OR t.user_id > ${after}::uuid)
    ORDER BY t.user_id LIMIT ${OWNERS}`.execute(trx)
  const userIds = piece.filter(row => row.sees).map(row => row.user_id)
  const told = sql<SqlBool>`t.lost_id = ${lostId}::uuid AND t.user_id = ANY (${piece.map(row => row.user_id)}::uuid[])
    AND lost_cases.ended_at IS NOT NULL`
  const { rows: notified } = await sayOver(trx, now, told)
  return {
    userIds,
    notifiedIds: userIds.filter(id => notified.some(row => row.userId === id)),
    next: piece.length < OWNERS ? null : (piece.at(-1)?.user_id ?? null),
  }
}
