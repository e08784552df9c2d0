import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../open.ts'
import type { Trx } from '../../transaction.ts'
import { isId } from '../ids.ts'

/** An owner who looks at dogs, acting as one of their own dogs or as none. */
export interface Viewer {
  userId: string
  dogId: string | null
}

/** The ids of a viewer, as SQL. */
interface ViewerSql {
  user: RawBuilder<unknown>
  dog: RawBuilder<unknown>
}

/** A viewer by their ids, or by a dog alone: then the viewer is its owner. */
const viewerSql = (viewer: Viewer | string): ViewerSql =>
  typeof viewer === 'string'
    ? { user: sql`(SELECT user_id FROM dogs WHERE id = ${viewer}::uuid)`, dog: sql`${viewer}::uuid` }
    : { user: sql`${viewer.userId}::uuid`, dog: sql`${viewer.dogId}::uuid` }

/**
 * Whether nothing separates two sides: neither owner blocked the other, and the match of the two dogs was not ended. Each
 * pair is one lookup by its whole key. OFFSET 0 keeps the planner from a join, which would read all blocks of an owner.
 */
export const notApart = (viewer: ViewerSql, owner: RawBuilder<unknown>, dog: RawBuilder<unknown>) => sql<boolean>`(
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = ${viewer.user} AND owners_apart.other_id = ${owner} OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = ${viewer.dog} AND dogs_apart.other_id = ${dog} OFFSET 0))`

/**
 * Whether a viewer sees the dog in the row `dog` of the table `dogs`: the rule of `sees` in packages/domain. Every query
 * that reads across owners has it in its WHERE.
 * @param viewer a string is the id of the dog that looks.
 */
export function sees(viewer: Viewer | ViewerSql | string, dog = 'dogs'): RawBuilder<boolean> {
  const looker = typeof viewer === 'object' && 'user' in viewer ? viewer : viewerSql(viewer)
  const owner = sql.ref(`${dog}.user_id`)
  const unseen = sql.ref(`${dog}.unseen`)
  return sql<boolean>`(NOT ${unseen} OR ${owner} = ${looker.user}) AND ${notApart(looker, owner, sql.ref(`${dog}.id`))}`
}

/** The same for a dog given by its id. */
export const seesDogOf = (viewer: Viewer | string, dogId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM dogs AS seen WHERE seen.id = ${dogId} AND ${sees(viewer, 'seen')})`

/** Whether a viewer sees a dog; false if it does not exist. */
export async function seesDog(db: Db | Trx, viewer: Viewer, dogId: string): Promise<boolean> {
  if (!isId(dogId)) return false
  const { rows } = await sql`SELECT FROM dogs WHERE id = ${dogId}::uuid AND ${sees(viewer)}`.execute(db)
  return rows.length > 0
}

/** Whether a dog is hidden, or its owner suspended. */
export async function isUnseen(db: Db | Trx, dogId: string): Promise<boolean> {
  const row = await db.selectFrom('dogs').select('unseen').where('id', '=', dogId).executeTakeFirst()
  return row?.unseen ?? false
}

/** Whether the first of two dogs may make a write that concerns the second, and their owners. */
export type PairState = 'dog-not-found' | 'dog-hidden' | { ownerId: string; otherOwnerId: string | null }

/**
 * Locks two dogs until the transaction ends, so that neither is blocked, hidden or transferred meanwhile, and then checks
 * visibility. Every bark, proposal and answer calls this before it locks anything else.
 * @returns 'dog-not-found' if either dog is gone or the first does not see the other; 'dog-hidden' if a moderator hides the first
 * dog.
 */
export async function lockPair(trx: Trx, dogId: string, otherDogId: string): Promise<PairState> {
  await sql`SELECT FROM dogs WHERE id IN (${dogId}::uuid, ${otherDogId}::uuid) ORDER BY id FOR SHARE`.execute(trx)
  // A separate statement, so that it sees what was committed while this transaction waited for the locks.
  const { rows } = await sql<{ unseen: boolean; user_id: string; other_user_id: string | null; seen: boolean }>`
    SELECT own.unseen, own.user_id, dogs.user_id AS other_user_id, ${sees(dogId)} AS seen
    FROM dogs own, dogs WHERE own.id = ${dogId}::uuid AND dogs.id = ${otherDogId}::uuid`.execute(trx)
  const row = rows[0]
  if (!row?.seen) return 'dog-not-found'
  return row.unseen ? 'dog-hidden' : { ownerId: row.user_id, otherOwnerId: row.other_user_id }
}
