import { pairOf } from '@barkyard/domain/matching'
import { BARK_BODY, isBarkUnanswered } from '@barkyard/domain/message'
import type { DogViewer } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import { inTransaction, type Trx } from '../../transaction.ts'
import { lockPair } from '../blocks/visibility.ts'
import { isId, newId } from '../ids.ts'
import { type NewMessage, type StoredMessage, storeMessages } from '../messages/messages.ts'

/** The number of newest messages in which an unanswered bark is looked for. */
const LOOKS_BACK = 200

type BarkRefusal = 'dog-not-found' | 'unowned-dog' | 'dog-hidden'

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
): Promise<{ matchId: string; stored: StoredMessage | null } | BarkRefusal> {
  if (!isId(toDogId)) return 'dog-not-found'
  return inTransaction(db, async trx => {
    const pairState = await lockPair(trx, fromDogId, toDogId)
    if (typeof pairState === 'string') return pairState
    if (pairState.otherOwnerId === null) return 'unowned-dog'
    const matchId = await lockMatch(trx, pairOf(fromDogId, toDogId))
    if (isBarkUnanswered(await newestOf(trx, matchId), fromDogId, now)) return { matchId, stored: null }
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

/** The newest messages of a match, oldest first. */
async function newestOf(trx: Trx, matchId: string) {
  const rows = await trx
    .selectFrom('messages')
    .select(['sender_dog_id as senderDogId', 'created_at as createdAt', sql<boolean>`body = ${BARK_BODY}`.as('isBark')])
    .where('match_id', '=', matchId)
    .orderBy('seq', 'desc')
    .limit(LOOKS_BACK)
    .execute()
  return rows.reverse()
}
