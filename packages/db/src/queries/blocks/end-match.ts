import type { DogViewer } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import { inTransaction } from '../../transaction.ts'
import { isId, newId } from '../ids.ts'
import type { Concerned } from './blocks.ts'
import { endMatches } from './end-matches.ts'
import { seesDog, seesDogOf } from './visibility.ts'

/**
 * Ends a match of the viewer's dog for both sides and deletes its messages and playdates. The two dogs no longer find
 * each other.
 */
export async function endMatch(
  db: Db,
  viewer: DogViewer,
  matchId: string,
  now: Date,
): Promise<Concerned | 'match-not-found'> {
  if (!isId(matchId)) return 'match-not-found'
  const { userId, dogId } = viewer
  return inTransaction(db, async trx => {
    const match = await trx
      .selectFrom('match_dogs')
      .select('other_dog_id')
      .where('match_id', '=', matchId)
      .where('dog_id', '=', dogId)
      .where(seesDogOf(viewer, sql.ref('match_dogs.other_dog_id')))
      .executeTakeFirst()
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
    const { numDeletedRows } = await trx.deleteFrom('matches').where('id', '=', matchId).executeTakeFirst()
    if (numDeletedRows === 0n) return 'match-not-found'
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
