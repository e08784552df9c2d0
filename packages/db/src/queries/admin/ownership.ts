import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'
import { resetJobKey } from './account-links.ts'
import { usersConcerned } from './dogs.ts'
import { endMatches } from './end-matches.ts'
import { isId } from './ids.ts'
import { sees } from './visibility.ts'

/** The owners of a dog before and after. Ids and e-mails are null for nobody. */
export interface Transfer {
  name: string
  fromId: string | null
  from: string | null
  to: string | null
  /** The users whose pages change: both owners, and the owners of its matches who see it or saw it. */
  userIds: string[]
}

/**
 * Transfers a dog with its matches to another user, or to nobody. It is no longer active or impersonated. Future
 * playdates with dogs whose owners have blocked the new owner, or are blocked by them, are cancelled.
 * @param atMost the number of dogs that a user can have.
 */
export async function setOwner(
  trx: Trx,
  dogId: string,
  userId: string | null,
  atMost: number,
  now: Date,
): Promise<'no dog' | 'no user' | 'full' | 'same' | Transfer> {
  if (!isId(dogId)) return 'no dog'
  if (userId !== null && !isId(userId)) return 'no user'
  // Locks users before dogs, in the same order as creating a dog does.
  const user =
    userId === null
      ? undefined
      : await trx.selectFrom('users').select('email').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  const dog = await trx
    .selectFrom('dogs')
    .select(['name', 'user_id'])
    .where('id', '=', dogId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!dog) return 'no dog'
  if (userId !== null && !user) return 'no user'
  if (dog.user_id === userId) return 'same'
  if (userId !== null && (await countDogs(trx, userId)) >= atMost) return 'full'
  const before =
    dog.user_id === null
      ? undefined
      : await trx.selectFrom('users').select('email').where('id', '=', dog.user_id).executeTakeFirst()
  const toldBefore = await usersConcerned(trx, dogId, dog.user_id)
  if (userId !== null) await endMatches(trx, await matchesWithApart(trx, dogId, userId), now)
  await trx.updateTable('dogs').set({ user_id: userId }).where('id', '=', dogId).execute()
  await trx.updateTable('users').set({ active_dog_id: null }).where('active_dog_id', '=', dogId).execute()
  await trx
    .updateTable('sessions')
    .set({ impersonated_dog_id: null })
    .where('impersonated_dog_id', '=', dogId)
    .execute()
  const toldAfter = await usersConcerned(trx, dogId, userId)
  return {
    ...{ name: dog.name, fromId: dog.user_id, from: before?.email ?? null, to: user?.email ?? null },
    userIds: [...new Set([...toldBefore, ...toldAfter])],
  }
}

/** Matches of a dog with dogs whose owners have blocked the new owner, or are blocked by them. */
async function matchesWithApart(trx: Trx, dogId: string, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('match_dogs')
    .innerJoin('dogs', 'dogs.id', 'match_dogs.other_dog_id')
    .innerJoin('owners_apart', 'owners_apart.other_id', 'dogs.user_id')
    .select('match_dogs.match_id')
    .where('match_dogs.dog_id', '=', dogId)
    .where('owners_apart.owner_id', '=', userId)
    .execute()
  return rows.map(row => row.match_id)
}

async function countDogs(trx: Trx, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('dogs')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Everything that was deleted with the users. */
export interface DeletedUsers {
  userIds: string[]
  dogIds: string[]
  sessionIds: string[]
  /** Other users whose dogs had matches with the deleted dogs and saw them. */
  othersIds: string[]
}

/**
 * Deletes users with their dogs, photos, matches, messages, playdates and waiting mails: all of the users or none.
 * 'not found': one of the ids is unknown.
 */
export async function deleteUsers(trx: Trx, userIds: readonly string[]): Promise<DeletedUsers | 'not found'> {
  const ids = [...new Set(userIds)]
  if (!ids.every(isId)) return 'not found'
  const any = sql<boolean>`= ANY (${ids}::uuid[])`
  const users = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where(sql<boolean>`id ${any}`)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (users.length < ids.length) return 'not found'
  const sessions = await trx.selectFrom('sessions').select('id').where(sql<boolean>`user_id ${any}`).execute()
  const dogs = await trx
    .selectFrom('dogs')
    .select('id')
    .where(sql<boolean>`user_id ${any}`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const dogIds = dogs.map(dog => dog.id)
  const others = await trx
    .selectFrom('match_dogs')
    .innerJoin('dogs', 'dogs.id', 'match_dogs.other_dog_id')
    .innerJoin('dogs as deleted', 'deleted.id', 'match_dogs.dog_id')
    .select('dogs.user_id')
    .distinct()
    .where(sees({ user: sql.ref('dogs.user_id'), dog: sql.ref('dogs.id') }, 'deleted'))
    .where(sql<boolean>`match_dogs.dog_id = ANY (${dogIds}::uuid[])`)
    .where(sql<boolean>`NOT (dogs.user_id ${any})`)
    .execute()
  // Jobs about a user are deleted with the user. Jobs that mail a reset link only contain the address.
  const keys = users.flatMap(({ email }) => (email === null ? [] : [resetJobKey(email)]))
  await trx
    .deleteFrom('jobs')
    .where('kind', '=', 'mail')
    .where(sql<boolean>`key = ANY (${keys}::text[])`)
    .where('given_up_at', 'is', null)
    .execute()
  await trx.deleteFrom('users').where(sql<boolean>`id ${any}`).execute()
  return {
    userIds: ids,
    dogIds,
    sessionIds: sessions.map(session => session.id),
    othersIds: others.map(row => row.user_id).filter(id => id !== null),
  }
}
