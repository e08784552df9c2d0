import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

/** A match between two owners, seen from the first owner's side. */
export interface MatchBetween {
  id: string
  dogId: string
  otherDogId: string
  /** Whether the first owner's dog is unseen. */
  isUnseen: boolean
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
    ...{ id: row.match_id, dogId: row.dog_id, otherDogId: row.other_dog_id },
    isUnseen: row.unseen,
  }))
}

/**
 * Closes matches whose sides no longer see each other: waits for messages that are being stored in them, blocks further
 * ones until the commit, and cancels future playdates.
 */
export async function endMatches(trx: Trx, matchIds: readonly string[], now: Date): Promise<void> {
  if (matchIds.length === 0) return
  const any = sql<boolean>`= ANY (${matchIds}::uuid[])`
  await trx.selectFrom('matches').select('id').where(sql<boolean>`id ${any}`).orderBy('id').forNoKeyUpdate().execute()
  await trx
    .updateTable('playdates')
    .set(eb => ({ status: 'declined', cancelled_at: now, changes: null, revision: eb('revision', '+', 1) }))
    .where(sql<boolean>`match_id ${any}`)
    .where('status', 'in', ['proposed', 'accepted'])
    .where('when_ts', '>=', now)
    .execute()
}
