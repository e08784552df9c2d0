import { isDemoLogin } from '@barkyard/domain/user'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import type { Trx } from '../../transaction.ts'
import { resetJobKey } from '../account/links.ts'
import { callOffAll } from '../blocks/call-off.ts'
import { endMatches } from '../blocks/end-matches.ts'
import { sees } from '../blocks/visibility.ts'
import { usersConcerned } from '../dogs/dogs.ts'
import { isId } from '../ids.ts'
import { forgetTwinsOf } from '../reports/twins.ts'
import { withdrawVerificationsOf } from '../verification/verifications.ts'

/** The owners of a dog before and after. Ids and e-mails are null for nobody. */
export interface Transfer {
  name: string
  fromId: string | null
  from: string | null
  to: string | null
  /** The users whose pages change: both owners, and the owners of its matches who see it or saw it. */
  userIds: string[]
  /** The users who are notified that a playdate is off. */
  notifiedIds: string[]
}

/**
 * Transfers a dog with its matches to another user, or to nobody. It is no longer active or impersonated. What is planned
 * with dogs whose owners have blocked the new owner, or are blocked by them, is called off; everything if nobody sees it from now on.
 * @param atMost the number of dogs that a user can have.
 * @returns null if nothing changes.
 */
export async function setOwner(
  trx: Trx,
  dogId: string,
  userId: string | null,
  atMost: number,
  now: Date,
): Promise<'dog-not-found' | 'user-not-found' | 'dogs-full' | null | Transfer> {
  if (!isId(dogId)) return 'dog-not-found'
  if (userId !== null && !isId(userId)) return 'user-not-found'
  // Locks users before dogs, in the same order as creating a dog does.
  const user =
    userId === null
      ? undefined
      : await trx
          .selectFrom('users')
          .select(['email', 'suspended_at'])
          .where('id', '=', userId)
          .forNoKeyUpdate()
          .executeTakeFirst()
  const dog = await trx
    .selectFrom('dogs')
    .select(['name', 'user_id'])
    .where('id', '=', dogId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!dog) return 'dog-not-found'
  if (userId !== null && !user) return 'user-not-found'
  if (dog.user_id === userId) return null
  if (userId !== null && (await countDogs(trx, userId)) >= atMost) return 'dogs-full'
  const before =
    dog.user_id === null
      ? undefined
      : await trx.selectFrom('users').select('email').where('id', '=', dog.user_id).executeTakeFirst()
  const concernedBefore = await usersConcerned(trx, dogId, dog.user_id)
  const notifiedIds =
    userId === null || user?.suspended_at
      ? await callOffAll(trx, [dogId], now)
      : await endMatches(
          trx,
          await matchesWithApart(trx, dogId, userId),
          { leaving: [dogId], from: await walkersApart(trx, dogId, userId) },
          now,
        )
  await withdrawVerificationsOf(trx, dogId, now)
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

/** Dogs on walks that a dog hosts whose owners have blocked the new owner, or are blocked by them. */
async function walkersApart(trx: Trx, dogId: string, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('walks')
    .innerJoin('walk_dogs', 'walk_dogs.walk_id', 'walks.id')
    .innerJoin('dogs', 'dogs.id', 'walk_dogs.dog_id')
    .innerJoin('owners_apart', 'owners_apart.other_id', 'dogs.user_id')
    .select('dogs.id')
    .distinct()
    .where('walks.host_dog_id', '=', dogId)
    .where('owners_apart.owner_id', '=', userId)
    .execute()
  return rows.map(row => row.id)
}

async function countDogs(trx: Trx, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('dogs')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether an account with which the demo is tried is among these. */
export async function hasDemoLogin(db: Db | Trx, userIds: readonly string[]): Promise<boolean> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('is_demo', '=', sql.lit(true))
    .where(sql<boolean>`id = ANY (${userIds.filter(isId)}::uuid[])`)
    .execute()
  return rows.some(({ email }) => isDemoLogin(email))
}

/** Everything that was deleted with the users. */
export interface DeletedUsers {
  userIds: string[]
  dogIds: string[]
  sessionIds: string[]
  /** Other users whose dogs had matches with the deleted dogs and saw them. */
  othersIds: string[]
  /** The users who are notified that a playdate is off. */
  notifiedIds: string[]
}

/**
 * Deletes users with their dogs, photos, matches, messages, playdates and waiting mails: all of the users or none.
 * 'user-not-found': one of the ids is unknown.
 */
export async function deleteUsers(
  trx: Trx,
  userIds: readonly string[],
  now: Date,
): Promise<DeletedUsers | 'user-not-found'> {
  const ids = [...new Set(userIds)]
  if (!ids.every(isId)) return 'user-not-found'
  const any = sql<boolean>`= ANY (${ids}::uuid[])`
  const users = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where(sql<boolean>`id ${any}`)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (users.length < ids.length) return 'user-not-found'
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
  const notifiedIds = await callOffAll(trx, dogIds, now)
  await forgetTwinsOf(trx, dogIds)
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
    notifiedIds: notifiedIds.filter(id => !ids.includes(id)),
  }
}
