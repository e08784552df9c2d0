import { pairOf } from '@barkyard/domain/matching'
import { BARK_BODY, isBarkUnanswered } from '@barkyard/domain/message'
import type { Match, MatchesQuery } from '@barkyard/domain/schemas/match'
import type { DogViewer, Owner } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import { type Db, inTransaction, type Trx } from '../../open.ts'
import { dogIn, lockPair, sees, seesDogOf } from '../blocks/visibility.ts'
import { dogColumns } from '../columns.ts'
import { toDog } from '../dogs/dogs.ts'
import { newId } from '../ids.ts'
import { hasWritten, type NewMessage, storeMessages } from '../messages/messages.ts'
import { cursorOf, cutPage, microseconds, positionOf } from '../paging.ts'

const matchesOf = (db: Db, viewer: DogViewer) =>
  db
    .selectFrom('match_dogs')
    .innerJoin('dogs', 'dogs.id', 'match_dogs.other_dog_id')
    .select(dogColumns)
    .select(['match_dogs.match_id', 'match_dogs.unread', 'match_dogs.last_message_id', 'match_dogs.last_sender_dog_id'])
    .select(['match_dogs.last_body', 'match_dogs.last_seq', 'match_dogs.last_at'])
    .select([microseconds('match_dogs.last_at').as('at'), hasWritten('match_dogs', 'dog_id').as('barked')])
    .where('match_dogs.dog_id', '=', viewer.dogId)
    .where(sees(viewer))

type MatchRow = Awaited<ReturnType<ReturnType<typeof matchesOf>['execute']>>[number]

function toMatch({ dogId }: DogViewer, row: MatchRow, today: string): Match {
  const [dogAId, dogBId] = pairOf(dogId, row.id)
  const { last_message_id: id, last_sender_dog_id: senderDogId, last_body: body, last_seq: seq } = row
  return {
    id: row.match_id,
    dogAId,
    dogBId,
    ownDogId: dogId,
    otherDog: toDog(row, today),
    barked: row.barked,
    lastMessage:
      id !== null && senderDogId !== null && body !== null && seq !== null
        ? { id, matchId: row.match_id, senderDogId, body, createdAt: row.last_at.toISOString(), seq }
        : null,
    unreadCount: row.unread,
  }
}

interface MatchesPage extends Omit<MatchesQuery, 'since'> {
  today: string
  /** Only matches that were made, or got a message, at this time or later. */
  since?: Date | undefined
}

// As text, so that the dog's own index is read and sorted: the one by id holds the matches of all dogs.
const madeInOrder = sql<string>`match_dogs.match_id::text COLLATE "C"`

/** A page of the matches of the viewer's dog, newest message first or in the order of making. */
export async function listMatches(db: Db, viewer: DogViewer, { sort, limit, cursor, since, today }: MatchesPage) {
  const last = positionOf(cursor)
  if (last === 'unknown-cursor') return last
  const { time = null, id = '' } = last ?? {}
  const matches = matchesOf(db, viewer)
    .$if(since !== undefined, query => query.where('match_dogs.last_at', '>=', since ?? new Date(0)))
    .limit(limit + 1)
  const page =
    sort === 'created'
      ? matches.$if(last !== null, query => query.where(madeInOrder, '>', id)).orderBy(madeInOrder)
      : matches
          .$if(last !== null, query =>
            query.where(
              sql<boolean>`(match_dogs.last_at < ${time}::timestamptz
                OR match_dogs.last_at = ${time}::timestamptz AND match_dogs.match_id > ${id}::uuid)`,
            ),
          )
          .orderBy('match_dogs.last_at', 'desc')
          .orderBy('match_dogs.match_id')
  const toItem = (row: MatchRow) => toMatch(viewer, row, today)
  return cutPage(await page.execute(), limit, toItem, row => cursorOf({ at: row.at, id: row.match_id }))
}

export async function findMatch(db: Db, viewer: DogViewer, matchId: string, today: string): Promise<Match | undefined> {
  const row = await matchesOf(db, viewer).where('match_dogs.match_id', '=', matchId).executeTakeFirst()
  return row && toMatch(viewer, row, today)
}

export async function countUnread(db: Db, viewer: DogViewer): Promise<number> {
  const row = await db
    .selectFrom('match_dogs')
    .select(sql<number>`coalesce(sum(unread), 0)::int`.as('count'))
    .where('dog_id', '=', viewer.dogId)
    .where('unread', '>', 0)
    .where(seesDogOf(viewer, sql.ref('match_dogs.other_dog_id')))
    .executeTakeFirstOrThrow()
  return row.count
}

/** The unread messages of each of an owner's dogs, without dogs that have none. */
export const countUnreadByDog = (db: Db, { userId }: Owner): Promise<{ dogId: string; unread: number }[]> =>
  db
    .selectFrom('dogs')
    .innerJoin('match_dogs', 'match_dogs.dog_id', 'dogs.id')
    .innerJoin('dogs as other', 'other.id', 'match_dogs.other_dog_id')
    .select(['dogs.id as dogId', sql<number>`sum(match_dogs.unread)::int`.as('unread')])
    .where('dogs.user_id', '=', userId)
    // A literal, because the partial index on unread cannot be used with a parameter.
    .where('match_dogs.unread', '>', sql.lit(0))
    .where(sees(dogIn('dogs'), 'other'))
    .groupBy('dogs.id')
    .execute()

/**
 * One dog barks at another: finds or creates their match, and adds the bark unless an earlier one is still unanswered.
 * Blocks and other barks of the two dogs wait for it, so a refused bark leaves no match, and each bark sees the others.
 * @param now when the dog barked: taken before anything is waited for.
 * @returns the match, and the message; null if none was added. 'unowned-dog': nobody owns the other dog. 'dog-not-found':
 * either dog is gone, or the first does not see the other. 'dog-hidden': a moderator hides the first.
 */
export async function barkAt(
  db: Db,
  { dogId: fromDogId }: DogViewer,
  { toDogId, audit }: { toDogId: string; audit?: NewMessage['audit'] },
  now: Date,
) {
  return inTransaction(db, async trx => {
    const pairState = await lockPair(trx, fromDogId, toDogId)
    if (typeof pairState === 'string') return pairState
    if (pairState.otherOwnerId === null) return 'unowned-dog'
    const matchId = await lockMatch(trx, pairOf(fromDogId, toDogId))
    if (isBarkUnanswered(await newestOf(trx, matchId, fromDogId), fromDogId, now)) return { matchId, stored: null }
    const bark = { matchId, senderDogId: fromDogId, body: BARK_BODY, audit }
    const [stored] = await storeMessages(trx, [bark], now)
    if (typeof stored !== 'object') throw new Error('a bark was refused although its dogs and its match are locked')
    return { matchId, stored }
  })
}

/** Finds or creates the match of two dogs, and locks it. @returns its id. */
async function lockMatch(trx: Trx, [dogA, dogB]: readonly [string, string]): Promise<string> {
  const created = await trx
    .insertInto('matches')
    .values({ id: newId(), dog_a_id: dogA, dog_b_id: dogB })
    .onConflict(conflict => conflict.columns(['dog_a_id', 'dog_b_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) {
    const known = trx.selectFrom('matches').select('id').where('dog_a_id', '=', dogA).where('dog_b_id', '=', dogB)
    return (await known.forNoKeyUpdate().executeTakeFirstOrThrow()).id
  }
  await trx
    .insertInto('match_dogs')
    .values([
      { match_id: created.id, dog_id: dogA, other_dog_id: dogB },
      { match_id: created.id, dog_id: dogB, other_dog_id: dogA },
    ])
    .execute()
  return created.id
}

/** The newest barks of a dog in a match, and messages of the other, oldest first. */
async function newestOf(trx: Trx, matchId: string, dogId: string) {
  const rows = await trx
    .selectFrom('messages')
    .select(['sender_dog_id as senderDogId', 'created_at as createdAt', sql<boolean>`body = ${BARK_BODY}`.as('isBark')])
    .where('match_id', '=', matchId)
    .where(eb => eb.or([eb('sender_dog_id', '!=', dogId), eb('body', '=', BARK_BODY)]))
    // A dog may have said much meanwhile, but what is read has a bound.
    .where('seq', '>', sql<number>`(SELECT last_seq FROM matches WHERE id = ${matchId}) - 10000`)
    .orderBy('seq', 'desc')
    .limit(200)
    .execute()
  return rows.reverse()
}
