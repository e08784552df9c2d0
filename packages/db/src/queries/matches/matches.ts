import { pairOf } from '@barkyard/domain/matching'
import type { Match } from '@barkyard/domain/schemas/match'
import type { ListQuery } from '@barkyard/domain/schemas/paging'
import { sql } from 'kysely'
import type { Db } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { dogColumns } from './columns.ts'
import { toDog } from './dogs.ts'
import { isId, newId } from './ids.ts'
import { findCursor, type UnknownCursor } from './paging.ts'
import { lockPair, sees, seesDogOf } from './visibility.ts'

/**
 * Finds or creates the match of two dogs, for a bark from the first to the second.
 * @returns its id; 'unowned' if nobody owns the other dog; 'not found' if either dog is gone or the first does not see the
 * other; 'hidden' if a moderator hides the first.
 */
export async function openMatch(
  db: Db,
  fromDogId: string,
  toDogId: string,
): Promise<{ matchId: string } | 'not found' | 'unowned' | 'hidden'> {
  if (!isId(toDogId)) return 'not found'
  const [dogA, dogB] = pairOf(fromDogId, toDogId)
  return inTransaction(db, async trx => {
    const standing = await lockPair(trx, fromDogId, toDogId)
    if (typeof standing === 'string') return standing
    if (standing.otherOwnerId === null) return 'unowned'
    const created = await trx
      .insertInto('matches')
      .values({ id: newId(), dog_a_id: dogA, dog_b_id: dogB })
      .onConflict(conflict => conflict.columns(['dog_a_id', 'dog_b_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) {
      const { id } = await trx
        .selectFrom('matches')
        .select('id')
        .where('dog_a_id', '=', dogA)
        .where('dog_b_id', '=', dogB)
        .executeTakeFirstOrThrow()
      return { matchId: id }
    }
    await trx
      .insertInto('match_dogs')
      .values([
        { match_id: created.id, dog_id: dogA, other_dog_id: dogB },
        { match_id: created.id, dog_id: dogB, other_dog_id: dogA },
      ])
      .execute()
    return { matchId: created.id }
  })
}

const matchesOf = (db: Db, dogId: string) =>
  db
    .selectFrom('match_dogs')
    .innerJoin('dogs', 'dogs.id', 'match_dogs.other_dog_id')
    .select(dogColumns)
    .select([
      'match_dogs.match_id',
      'match_dogs.unread',
      'match_dogs.last_message_id',
      'match_dogs.last_sender_dog_id',
      'match_dogs.last_body',
      'match_dogs.last_seq',
      'match_dogs.last_at',
    ])
    .where('match_dogs.dog_id', '=', dogId)
    .where(sees(dogId))

type MatchRow = Awaited<ReturnType<ReturnType<typeof matchesOf>['execute']>>[number]

function toMatch(dogId: string, row: MatchRow): Match {
  const [dogAId, dogBId] = pairOf(dogId, row.id)
  const { last_message_id: id, last_sender_dog_id: senderDogId, last_body: body, last_seq: seq } = row
  return {
    id: row.match_id,
    dogAId,
    dogBId,
    otherDog: toDog(row),
    lastMessage:
      id !== null && senderDogId !== null && body !== null && seq !== null
        ? { id, matchId: row.match_id, senderDogId, body, createdAt: row.last_at.toISOString(), seq }
        : null,
    unreadCount: row.unread,
  }
}

/** A page of a dog's matches, newest message first. */
export async function listMatches(
  db: Db,
  dogId: string,
  { limit, cursor }: ListQuery & { limit: number },
): Promise<Match[] | UnknownCursor> {
  const before = await findCursor(cursor, id => positionOf(db, dogId, id))
  if (before === 'unknown cursor') return before
  let query = matchesOf(db, dogId).orderBy('match_dogs.last_at', 'desc').orderBy('match_dogs.match_id').limit(limit)
  if (before)
    query = query.where(eb =>
      eb.or([
        eb('match_dogs.last_at', '<', before.last_at),
        eb.and([eb('match_dogs.last_at', '=', before.last_at), eb('match_dogs.match_id', '>', before.match_id)]),
      ]),
    )
  const rows = await query.execute()
  return rows.map(row => toMatch(dogId, row))
}

/** The position of a match in the list. Its time is text, because a Date has no microseconds. */
async function positionOf(db: Db, dogId: string, matchId: string) {
  return db
    .selectFrom('match_dogs')
    .select(['match_id', sql<Date>`last_at::text`.as('last_at')])
    .where('dog_id', '=', dogId)
    .where('match_id', '=', matchId)
    .where(seesDogOf(dogId, sql.ref('match_dogs.other_dog_id')))
    .executeTakeFirst()
}

/** A match of `dogId`. */
export async function findMatch(db: Db, dogId: string, matchId: string): Promise<Match | undefined> {
  if (!isId(matchId)) return undefined
  const row = await matchesOf(db, dogId).where('match_dogs.match_id', '=', matchId).executeTakeFirst()
  return row && toMatch(dogId, row)
}

/** The number of unread messages of a dog in all its matches. */
export async function countUnread(db: Db, dogId: string): Promise<number> {
  const row = await db
    .selectFrom('match_dogs')
    .select(sql<number>`coalesce(sum(unread), 0)::int`.as('count'))
    .where('dog_id', '=', dogId)
    .where('unread', '>', 0)
    .where(seesDogOf(dogId, sql.ref('match_dogs.other_dog_id')))
    .executeTakeFirstOrThrow()
  return row.count
}

/** The number of unread messages of each of a user's dogs, without dogs that have none. */
export const countUnreadByDog = (db: Db, userId: string): Promise<{ dogId: string; count: number }[]> =>
  db
    .selectFrom('dogs')
    .innerJoin('match_dogs', 'match_dogs.dog_id', 'dogs.id')
    .innerJoin('dogs as other', 'other.id', 'match_dogs.other_dog_id')
    .select(['dogs.id as dogId', sql<number>`sum(match_dogs.unread)::int`.as('count')])
    .where('dogs.user_id', '=', userId)
    // A literal, because the partial index on unread cannot be used with a parameter.
    .where('match_dogs.unread', '>', sql.lit(0))
    .where(sees({ user: sql`${userId}::uuid`, dog: sql.ref('dogs.id') }, 'other'))
    .groupBy('dogs.id')
    .execute()
