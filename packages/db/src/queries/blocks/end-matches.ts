import { sql } from 'kysely'
import type { Trx } from '../../transaction.ts'
import { callOff } from './call-off.ts'

/** A match between two owners, seen from the first owner's side. */
export interface MatchBetween {
  id: string
  dogId: string
  otherDogId: string
  /** Whether the first owner's dog is hidden. */
  isHidden: boolean
}

/** The matches between the dogs of two owners, who have at most 50 dogs each. */
export async function matchesBetween(trx: Trx, userId: string, otherId: string): Promise<MatchBetween[]> {
  const rows = await trx
    .selectFrom('dogs as own')
    .innerJoin('match_dogs', 'match_dogs.dog_id', 'own.id')
    .innerJoin('dogs as other', 'other.id', 'match_dogs.other_dog_id')
    .select(['match_dogs.match_id', 'own.id as dog_id', 'other.id as other_dog_id', 'own.unseen'])
    .where('own.user_id', '=', userId)
    .where('other.user_id', '=', otherId)
    .execute()
  return rows.map(row => ({
    id: row.match_id,
    dogId: row.dog_id,
    otherDogId: row.other_dog_id,
    isHidden: row.unseen,
  }))
}

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
