import { PER_PAIR_AN_HOUR } from '@barkyard/domain/notification'
import { URGENT_WITHIN_MS } from '@barkyard/domain/playdate'
import type { DogViewer } from '@barkyard/domain/visibility'
import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction, type Trx } from '../../open.ts'
import { newId } from '../ids.ts'
import { notifyEach } from '../notify.ts'
import { affectsRows } from '../rows.ts'
import { dogIn, isOpenPair, isUnmatchedPair, ownMatch, seesDog } from './visibility.ts'

/** Users and dogs whose pages must be read again. */
export interface Concerned {
  userIds: string[]
  dogIds: string[]
  /** The users who are notified that a playdate is off. */
  notifiedIds: string[]
}

/** The matches between the dogs of two owners, who have at most 50 dogs each. `isHidden`: the first owner's dog is hidden. */
export const matchesBetween = (trx: Trx, userId: string, otherId: string) =>
  trx
    .selectFrom('dogs as own')
    .innerJoin('match_dogs', 'match_dogs.dog_id', 'own.id')
    .innerJoin('dogs as other', 'other.id', 'match_dogs.other_dog_id')
    .select(['match_dogs.match_id as id', 'own.unseen as isHidden'])
    .where('own.user_id', '=', userId)
    .where('other.user_id', '=', otherId)
    .execute()

/**
 * Closes matches whose sides no longer see each other: waits for messages that are being stored in them, blocks further
 * ones until the commit, and calls off future playdates.
 * @param sides the dogs of the side that closes them, and those of the other side.
 * @returns the users who are notified that a playdate or a walk is off.
 */
export async function endMatches(
  trx: Trx,
  matchIds: readonly string[],
  sides: { leaving: readonly string[]; from: readonly string[] },
  now: Date,
): Promise<string[]> {
  const any = sql<boolean>`= ANY (${matchIds}::uuid[])`
  if (matchIds.length > 0)
    await trx.selectFrom('matches').select('id').where(sql<boolean>`id ${any}`).orderBy('id').forNoKeyUpdate().execute()
  return callOff(trx, { which: sql<boolean>`match_id ${any}`, ...sides }, now)
}

/**
 * Ends a match of the viewer's dog for both sides and deletes its messages and playdates. The two dogs no longer find
 * each other.
 */
export async function endMatch(db: Db, viewer: DogViewer, matchId: string, now: Date) {
  const { userId, dogId } = viewer
  return inTransaction(db, async trx => {
    const match = await ownMatch(trx, viewer, matchId).select('other_dog_id').executeTakeFirst()
    if (!match) return 'match-not-found'
    const otherDogId = match.other_dog_id
    const dogs = await trx
      .selectFrom('dogs')
      .select(['id', 'user_id', 'unseen'])
      .where('id', 'in', [dogId, otherDogId])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const [own, other] = [dogs.find(dog => dog.id === dogId), dogs.find(dog => dog.id === otherDogId)]
    if (!own || !other || own.user_id !== userId || !(await seesDog(trx, viewer, otherDogId))) return 'match-not-found'
    const notifiedIds = await endMatches(trx, [matchId], { leaving: [dogId], from: [otherDogId] }, now)
    if (!(await affectsRows(trx.deleteFrom('matches').where('id', '=', matchId)))) return 'match-not-found'
    await trx
      .insertInto('partings')
      .values({ id: newId(), dog_id: dogId, other_dog_id: otherDogId, created_at: now })
      .execute()
    const isShared = other.user_id !== null && !own.unseen
    return {
      userIds: isShared && other.user_id !== null ? [userId, other.user_id] : [userId],
      dogIds: isShared ? [dogId, otherDogId] : [dogId],
      notifiedIds,
    }
  })
}

/** A plan that is off, and who is notified of it: the `nth` one for them, by time. */
interface Off {
  user_id: string
  dog_id: string
  when_ts: Date
  park_name: string
  time_zone: string | null
  nth: number
}

/** Dogs that leave, with what was planned with them. */
interface Leaving {
  /** The playdates, as a condition on the row `playdates`. */
  which: RawBuilder<boolean>
  leaving: readonly string[]
  /** The dogs whom they leave. null: everybody. */
  from: readonly string[] | null
}

/**
 * Cancels future playdates because one side leaves, and notifies the other side of each accepted one, in the same words
 * whatever the cause: a block, an ended match, a moderator's decision or a deletion. So the notification names neither dog
 * nor match. Dogs that have joined a walk of the side that leaves are notified likewise and are on it no longer, nor does
 * the side that leaves stay on their walks: a block that
 * is undone and made again tells them nothing, unless they join again. The walk itself is called off, and a weekly one ends,
 * only if everybody is left. The caller has locked the dogs that leave.
 * @returns the notified users.
 */
async function callOff(trx: Trx, { which, leaving, from }: Leaving, now: Date): Promise<string[]> {
  const { rows } = await sql<Off>`
    WITH open AS MATERIALIZED (
      SELECT id, status FROM playdates
      WHERE ${which} AND status IN ('proposed', 'accepted') AND when_ts >= ${now}
      ORDER BY id FOR NO KEY UPDATE
    ), off AS (
      UPDATE playdates SET status = 'declined', cancelled_at = ${now}, changes = NULL, revision = revision + 1, updated_at = ${now}
      FROM open WHERE playdates.id = open.id
      RETURNING open.status AS was, when_ts, park_name, time_zone, proposer_dog_id, invited_dog_id
    ), hosted AS MATERIALIZED (
      SELECT id, when_ts, park_name, time_zone, host_dog_id FROM walks
      WHERE host_dog_id = ANY (${leaving}::uuid[]) AND cancelled_at IS NULL AND when_ts >= ${now}
      ORDER BY id FOR NO KEY UPDATE
    ), walks_off AS (
      UPDATE walks SET cancelled_at = ${now}, revision = revision + 1
      FROM hosted WHERE walks.id = hosted.id AND ${from === null}::boolean
    ), series_over AS (
      UPDATE walk_series SET ended_at = ${now}
      WHERE host_dog_id = ANY (${leaving}::uuid[]) AND ended_at IS NULL AND ${from === null}::boolean
    ), shared AS MATERIALIZED (
      SELECT hosted.id AS walk_id, one.dog_id FROM hosted CROSS JOIN unnest(${from}::uuid[]) AS one (dog_id)
      UNION ALL
      SELECT walks.id, one.dog_id FROM walks CROSS JOIN unnest(${leaving}::uuid[]) AS one (dog_id)
      WHERE walks.host_dog_id = ANY (${from}::uuid[]) AND cancelled_at IS NULL AND when_ts >= ${now}
    ), walks_left AS (
      DELETE FROM walk_dogs USING shared WHERE walk_dogs.walk_id = shared.walk_id AND walk_dogs.dog_id = shared.dog_id
    ), waits_left AS (
      DELETE FROM walk_waiting USING shared WHERE walk_waiting.walk_id = shared.walk_id AND walk_waiting.dog_id = shared.dog_id
    ), waiting AS (
      SELECT stays.user_id, stays.id AS dog_id, off.when_ts, off.park_name, off.time_zone
      FROM off JOIN dogs stays ON stays.id IN (off.proposer_dog_id, off.invited_dog_id)
      WHERE off.was = 'accepted'
      UNION ALL
      SELECT DISTINCT ON (hosted.id, stays.user_id) stays.user_id, stays.id, hosted.when_ts, hosted.park_name, hosted.time_zone
      FROM hosted JOIN walk_dogs ON walk_dogs.walk_id = hosted.id JOIN dogs stays ON stays.id = walk_dogs.dog_id
      JOIN dogs host ON host.id = hosted.host_dog_id
      WHERE (${from}::uuid[] IS NULL AND ${isOpenPair(dogIn('stays'), dogIn('host'))}
        OR stays.id = ANY (${from}::uuid[]) AND NOT ${isUnmatchedPair(dogIn('stays'), sql.ref('host.id'))})
    ), notified AS (
      SELECT stays.*, (row_number() OVER (PARTITION BY stays.user_id ORDER BY stays.when_ts))::int AS nth
      FROM waiting stays
      WHERE stays.user_id IS NOT NULL AND stays.dog_id <> ALL (${leaving}::uuid[])
        AND NOT EXISTS (SELECT FROM dogs WHERE dogs.id = ANY (${leaving}::uuid[]) AND dogs.user_id = stays.user_id)
    )
    SELECT * FROM notified`.execute(trx)
  const off = rows.map(
    ({ user_id: userId, dog_id: dogId, when_ts, park_name: parkName, time_zone: timeZone, nth }) => ({
      event: 'off' as const,
      details: { whenTs: when_ts.toISOString(), parkName, timeZone },
      userId,
      dogId,
      isUrgent: when_ts.getTime() <= now.getTime() + URGENT_WITHIN_MS,
      // The soonest ones, so that nobody is flooded.
      isPushed: nth <= PER_PAIR_AN_HOUR.push,
      isMailed: nth <= PER_PAIR_AN_HOUR.mail,
    }),
  )
  return [...new Set(await notifyEach(trx, off, now))]
}

/** Calls off everything that is planned with these dogs, for everybody. @returns the notified users. */
export function callOffAll(trx: Trx, dogIds: readonly string[], now: Date): Promise<string[]> {
  const which = sql<boolean>`(proposer_dog_id = ANY (${dogIds}::uuid[]) OR invited_dog_id = ANY (${dogIds}::uuid[]))`
  return callOff(trx, { which, leaving: dogIds, from: null }, now)
}
