import { actingDogOf, type DogViewer, type Owner, type Viewer } from '@barkyard/domain/visibility'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'

/** An owner who looks, and the dog as which they do, as SQL. */
export interface ViewerSql {
  user: RawBuilder<unknown>
  dog: RawBuilder<unknown>
}

export const viewerSql = (viewer: Owner): ViewerSql => ({
  user: sql`${viewer.userId}::uuid`,
  dog: sql`${actingDogOf(viewer)}::uuid`,
})

/** The dog in a row of the table `dogs` looks, with the eyes of its owner. */
export const dogIn = (row: string): ViewerSql => ({ user: sql.ref(`${row}.user_id`), dog: sql.ref(`${row}.id`) })

// Each pair is one lookup by its whole key. OFFSET 0 keeps the planner from a join, which would read all blocks of an owner.

/** Whether one of two owners has blocked the other. */
export const isBlockedPair = ({ user }: ViewerSql, owner: RawBuilder<unknown>) =>
  sql<boolean>`EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = ${user} AND owners_apart.other_id = ${owner} OFFSET 0)`

/** Whether the match of two dogs was ended. */
export const isUnmatchedPair = (viewer: ViewerSql, dog: RawBuilder<unknown>) =>
  sql<boolean>`EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = ${viewer.dog} AND dogs_apart.other_id = ${dog} OFFSET 0)`

/** Whether a viewer sees another dog and its owner, if it is not hidden. */
export const isOpenPair = (viewer: ViewerSql, other: ViewerSql) =>
  sql<boolean>`(NOT ${isBlockedPair(viewer, other.user)} AND NOT ${isUnmatchedPair(viewer, other.dog)})`

/**
 * The same for many rows, few of which are of closed pairs: one lookup a search if the viewer has none at all, otherwise one
 * a row.
 */
export const isOpenPairOfMany = (viewer: ViewerSql, other: ViewerSql) => sql<boolean>`(
    NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = ${viewer.user}
                UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = ${viewer.dog})
    OR ${isOpenPair(viewer, other)})`

/** The same for a count, which reads a thousand rows: the other sides of closed pairs are read once into a hash table. */
export const isOpenPairOfAll = (viewer: ViewerSql, other: ViewerSql) => sql<boolean>`
  ${other.user} NOT IN (SELECT other_id FROM owners_apart WHERE owners_apart.owner_id = ${viewer.user})
  AND ${other.dog} NOT IN (SELECT other_id FROM dogs_apart WHERE dogs_apart.dog_id = ${viewer.dog})`

/**
 * Whether a viewer sees the dog in the row `dog` of the table `dogs`. One that they do not see does not exist for them, in
 * any call, count or event: every query that reads across owners has this in its WHERE.
 */
export function sees(viewer: Viewer | ViewerSql, dog = 'dogs'): RawBuilder<boolean> {
  if ('kind' in viewer && viewer.kind === 'admin') return sql<boolean>`true`
  const looks = 'kind' in viewer ? viewerSql(viewer) : viewer
  const seen = dogIn(dog)
  return sql<boolean>`(NOT ${sql.ref(`${dog}.unseen`)} OR ${seen.user} = ${looks.user}) AND ${isOpenPair(looks, seen)}`
}

/**
 * Whether an owner may block or report the dog in the row of `dogs`, which their own blocks and ended matches do not keep
 * them from: it is theirs, or its owner has neither blocked them nor ended their match, and no moderator hides it.
 */
export function isSeenDespiteOwn(viewer: Owner): RawBuilder<boolean> {
  const { user, dog } = viewerSql(viewer)
  return sql<boolean>`(dogs.user_id = ${user} OR NOT dogs.unseen
    AND NOT EXISTS (SELECT FROM blocks WHERE blocks.user_id = dogs.user_id AND blocks.blocked_id = ${user})
    AND NOT EXISTS (SELECT FROM partings WHERE partings.dog_id = dogs.id AND partings.other_dog_id = ${dog}))`
}

/** The same for a dog given by its id. */
export const seesDogOf = (viewer: Viewer, dogId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM dogs AS seen WHERE seen.id = ${dogId} AND ${sees(viewer, 'seen')})`

/** The match of the viewer's dog with an id, whose other dog it sees. */
export const ownMatch = (db: Db | Trx, viewer: DogViewer, matchId: string) =>
  db
    .selectFrom('match_dogs')
    .where('match_dogs.match_id', '=', matchId)
    .where('match_dogs.dog_id', '=', viewer.dogId)
    .where(seesDogOf(viewer, sql.ref('match_dogs.other_dog_id')))

/** Whether a viewer sees a dog; false if it does not exist. */
export async function seesDog(db: Db | Trx, viewer: Viewer, dogId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM dogs WHERE id = ${dogId}::uuid AND ${sees(viewer)}`.execute(db)
  return rows.length > 0
}

/** Whether a moderator hides a dog, or its owner is suspended. */
export async function isHidden(db: Db | Trx, dogId: string): Promise<boolean> {
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
    SELECT own.unseen, own.user_id, dogs.user_id AS other_user_id, ${sees(dogIn('own'))} AS seen
    FROM dogs own, dogs WHERE own.id = ${dogId}::uuid AND dogs.id = ${otherDogId}::uuid`.execute(trx)
  const row = rows[0]
  if (!row?.seen) return 'dog-not-found'
  return row.unseen ? 'dog-hidden' : { ownerId: row.user_id, otherOwnerId: row.other_user_id }
}
