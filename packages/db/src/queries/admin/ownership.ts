import { sql } from 'kysely'
import type { Trx } from '../../open.ts'
import { staffConcerned } from '../admins.ts'
import { callOffAll, endMatches } from '../blocks/end-matches.ts'
import { isBlockedPair, viewerSql } from '../blocks/visibility.ts'
import { usersConcerned } from '../dogs/dogs.ts'
import { closeLostOfDog } from '../lost/change-lost.ts'
import { countOf } from '../rows.ts'
import { withdrawVerificationsOf } from '../verification/verifications.ts'

/**
 * Transfers a dog with its matches to another user, or to nobody. It is no longer active or impersonated. What is planned
 * with dogs whose owners have blocked the new owner, or are blocked by them, is called off; everything if nobody sees it from now on.
 * @param atMost the number of dogs that a user can have.
 * @returns null if nothing changes; else the ids and e-mails of the owners before and after (null: nobody), the users whose
 * pages change (both, and the owners of its matches who see it or saw it), those who are notified that a playdate is off, the
 * search for the dog that this closed (null: there was none), and the staff whose queues change.
 */
export async function setOwner(trx: Trx, dogId: string, userId: string | null, atMost: number, now: Date) {
  // The owner before it is locked too: it may be their active dog.
  const users = await trx
    .selectFrom('users')
    .select(['id', 'email', 'suspended_at'])
    .where(eb =>
      eb.or([eb('id', '=', userId), eb('id', '=', eb.selectFrom('dogs').select('user_id').where('id', '=', dogId))]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const user = users.find(({ id }) => id === userId)
  const dog = await trx
    .selectFrom('dogs')
    .select(['name', 'user_id'])
    .where('id', '=', dogId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!dog) return 'dog-not-found'
  if (userId !== null && !user) return 'user-not-found'
  if (dog.user_id === userId) return null
  if ((await countOf(trx.selectFrom('dogs').where('user_id', '=', userId))) >= atMost) return 'dogs-full'
  // Read again: another transfer may have come between the locks.
  const before = await trx.selectFrom('users').select('email').where('id', '=', dog.user_id).executeTakeFirst()
  const concernedBefore = await usersConcerned(trx, dogId, dog.user_id)
  const notifiedIds =
    userId === null || user?.suspended_at
      ? await callOffAll(trx, [dogId], now)
      : await callOffWithBlocked(trx, dogId, userId, now)
  const adminIds = await staffConcerned(trx, [dogId])
  await withdrawVerificationsOf(trx, dogId, now)
  const lostId = await closeLostOfDog(trx, dogId, now)
  await trx.updateTable('dogs').set({ user_id: userId }).where('id', '=', dogId).execute()
  await trx.updateTable('users').set({ active_dog_id: null }).where('active_dog_id', '=', dogId).execute()
  await trx
    .updateTable('sessions')
    .set({ impersonated_dog_id: null })
    .where('impersonated_dog_id', '=', dogId)
    .execute()
  // The former owner must not read the dog by asking for it again.
  await trx.deleteFrom('created_dogs').where('dog_id', '=', dogId).execute()
  const concernedAfter = await usersConcerned(trx, dogId, userId)
  return {
    name: dog.name,
    fromId: dog.user_id,
    from: before?.email ?? null,
    to: user?.email ?? null,
    userIds: [...new Set([...concernedBefore, ...concernedAfter])],
    notifiedIds,
    lostId,
    adminIds,
  }
}

/** Calls off what a dog plans with dogs whose owners have blocked the new owner, or are blocked by them. @returns whom it notifies. */
async function callOffWithBlocked(trx: Trx, dogId: string, userId: string, now: Date): Promise<string[]> {
  const isBlocked = isBlockedPair(viewerSql({ kind: 'owner', userId }), sql.ref('dogs.user_id'))
  const matches = await trx
    .selectFrom('match_dogs')
    .innerJoin('dogs', 'dogs.id', 'match_dogs.other_dog_id')
    .select('match_dogs.match_id as id')
    .where('match_dogs.dog_id', '=', dogId)
    .where(isBlocked)
    .execute()
  const walkers = await trx
    .selectFrom('walks')
    .innerJoin('walk_dogs', 'walk_dogs.walk_id', 'walks.id')
    .innerJoin('dogs', 'dogs.id', 'walk_dogs.dog_id')
    .select('dogs.id')
    .distinct()
    .where('walks.host_dog_id', '=', dogId)
    .where(isBlocked)
    .execute()
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  return endMatches(trx, ids(matches), { leaving: [dogId], from: ids(walkers) }, now)
}
