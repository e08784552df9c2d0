import type { Block } from '@barkyard/domain/schemas/block'
import type { Owner } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import { type Db, inTransaction, type Trx } from '../../open.ts'
import { newId } from '../ids.ts'
import { cursorOf, cutPage, type Page, positionOf, type UnknownCursor } from '../paging.ts'
import { affectsRows, countOf } from '../rows.ts'
import { type Concerned, endMatches, matchesBetween } from './end-matches.ts'
import { isSeenDespiteOwn } from './visibility.ts'

const isBlockedBy = (owner: string, userId: string) => sql<boolean>`EXISTS (
  SELECT FROM blocks AS back WHERE back.user_id = ${sql.ref(owner)} AND back.blocked_id = ${userId}::uuid)`

/**
 * Finds a dog to block. The caller's own blocks and ended matches do not hide it. It is not found if its owner has
 * blocked the caller or ended their match, or if a moderator hides it.
 */
export async function findDogToBlock(db: Db | Trx, viewer: Owner, id: string) {
  return db
    .selectFrom('dogs')
    .select(['name', 'breed', 'user_id as ownerId'])
    .where('id', '=', id)
    .where(isSeenDespiteOwn(viewer))
    .executeTakeFirst()
}

/** Locks both owners, in the order that is used everywhere. @returns false if one is gone. */
async function lockOwners(trx: Trx, ids: readonly [string, string]): Promise<boolean> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.length === 2
}

/** The pages of the user who acts, and those of the other user if they had matches that the other user could see. */
const concernedBy = (
  { userId, otherId, dogIds }: { userId: string; otherId: string; dogIds: string[] },
  between: readonly { isHidden: boolean }[],
): Omit<Concerned, 'notifiedIds'> => ({
  userIds: between.some(match => !match.isHidden) ? [userId, otherId] : [userId],
  // All dogs of both, also those without a match: a page that shows one learns of it now, as of a deletion, and of nothing later.
  dogIds,
})

/**
 * Blocks the owner of a dog: after the commit, neither sees the other. Future playdates between them are cancelled. If
 * the owner is blocked already, it returns the existing block.
 * @param atMost the number of owners that a user can block.
 */
export async function blockOwner(db: Db, viewer: Owner, dogId: string, { now, atMost }: { now: Date; atMost: number }) {
  for (;;) {
    const known = await findDogToBlock(db, viewer, dogId)
    if (!known) return 'dog-not-found'
    const { ownerId } = known
    if (ownerId === null) return 'unowned-dog'
    if (ownerId === viewer.userId) return 'own-dog'
    const outcome = await inTransaction(db, trx => block(trx, viewer, { dogId, ownerId, now, atMost }))
    if (outcome !== 'handed over') return outcome
  }
}

async function block(
  trx: Trx,
  viewer: Owner,
  { dogId, ownerId, now, atMost }: { dogId: string; ownerId: string; now: Date; atMost: number },
) {
  const { userId } = viewer
  if (!(await lockOwners(trx, [userId, ownerId]))) return 'dog-not-found'
  // Barks and proposals lock their dogs. This waits for running ones, and later ones see the block.
  const dogs = await lockDogsOf(trx, [userId, ownerId])
  const dog = await findDogToBlock(trx, viewer, dogId)
  if (!dog) return 'dog-not-found'
  if (dog.ownerId !== ownerId) return 'handed over'
  const made = await trx
    .selectFrom('blocks')
    .select('id')
    .where('user_id', '=', userId)
    .where('blocked_id', '=', ownerId)
    .executeTakeFirst()
  if (made)
    return { block: await blockOf(trx, userId, made.id), concerned: { userIds: [], dogIds: [], notifiedIds: [] } }
  // Those in the list: a block by the other side leaves room, as a deletion of their account would.
  const count = await countOf(
    trx
      .selectFrom('blocks')
      .where('user_id', '=', userId)
      .where(sql<boolean>`NOT ${isBlockedBy('blocks.blocked_id', userId)}`),
  )
  if (count >= atMost) return 'blocks-full'
  const id = newId()
  const about = { dog_id: dogId, dog_name: dog.name, dog_breed: dog.breed }
  await trx
    .insertInto('blocks')
    .values({ id, user_id: userId, blocked_id: ownerId, created_at: now, ...about })
    .execute()
  const between = await matchesBetween(trx, userId, ownerId)
  const dogsOf = (one: string) => dogs.filter(({ user_id }) => user_id === one).map(({ id }) => id)
  const notifiedIds = await endMatches(
    trx,
    between.map(match => match.id),
    { leaving: dogsOf(userId), from: dogsOf(ownerId) },
    now,
  )
  const concerned = concernedBy({ userId, otherId: ownerId, dogIds: dogs.map(one => one.id) }, between)
  return { block: await blockOf(trx, userId, id), concerned: { ...concerned, notifiedIds } }
}

const lockDogsOf = (trx: Trx, userIds: readonly string[]) =>
  trx
    .selectFrom('dogs')
    .select(['id', 'user_id'])
    .where('user_id', 'in', userIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

async function blockOf(trx: Trx, userId: string, id: string): Promise<Block> {
  const [found] = await readBlocks(trx, userId, { id, limit: 1 })
  if (!found) throw new Error('a block was not found right after it was stored')
  return found
}

/**
 * Blocks of a user and matches that their dogs ended, newest first. Those whose other side has blocked the user are left
 * out, as if the other account were deleted.
 */
async function readBlocks(
  db: Db | Trx,
  userId: string,
  { id = null, before = null, limit }: { id?: string | null; before?: string | null; limit: number },
): Promise<Block[]> {
  const isMeant = (column: string) => sql`
    (${id}::uuid IS NULL OR ${sql.ref(column)} = ${id}::uuid) AND (${before}::uuid IS NULL OR ${sql.ref(column)} < ${before}::uuid)`
  const { rows } = await sql<Block['dog'] & Pick<Block, 'kind'> & { dog_id: string; created_at: Date }>`
    SELECT found.id, found.kind, found.dog_id, found.name, found.breed, coalesce(dogs.photos, '[]') AS photos, found.created_at
    FROM (
      (SELECT blocks.id, 'owner' AS kind, dog_id, dog_name AS name, dog_breed AS breed, created_at, blocked_id AS owner_id
       FROM blocks
       WHERE user_id = ${userId}::uuid AND ${isMeant('blocks.id')} AND NOT ${isBlockedBy('blocks.blocked_id', userId)}
       ORDER BY blocks.id DESC LIMIT ${limit}::int)
      UNION ALL
      (SELECT partings.id, 'pair', other.id, other.name, other.breed, partings.created_at, other.user_id
       FROM dogs AS own
       JOIN partings ON partings.dog_id = own.id
       JOIN dogs AS other ON other.id = partings.other_dog_id
       WHERE own.user_id = ${userId}::uuid AND ${isMeant('partings.id')} AND NOT other.unseen
         AND NOT ${isBlockedBy('other.user_id', userId)}
       ORDER BY partings.id DESC LIMIT ${limit}::int)
    ) found
    LEFT JOIN dogs ON dogs.id = found.dog_id AND dogs.user_id IS NOT DISTINCT FROM found.owner_id AND NOT dogs.unseen
    ORDER BY found.id DESC LIMIT ${limit}::int`.execute(db)
  return rows.map(({ id, kind, dog_id, created_at, ...dog }) => ({
    id,
    kind,
    dog: { ...dog, id: dog_id },
    createdAt: created_at.toISOString(),
  }))
}

/** A page of a user's blocks and ended matches, newest first. */
export async function listBlocks(
  db: Db,
  { userId }: Owner,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Block> | UnknownCursor> {
  const last = positionOf(cursor)
  if (last === 'unknown-cursor') return last
  const blocks = await readBlocks(db, userId, { before: last?.id ?? null, limit: limit + 1 })
  return cutPage(blocks, limit, block => block, cursorOf)
}

/** Undoes a block or an ended match: both sides see each other as before. */
export async function undoBlock(trx: Trx, { userId }: Owner, id: string): Promise<Concerned | 'block-not-found'> {
  const [found] = await readBlocks(trx, userId, { id, limit: 1 })
  if (!found) return 'block-not-found'
  if (found.kind === 'pair') {
    const isUndone = await affectsRows(trx.deleteFrom('partings').where('id', '=', id))
    return isUndone ? { userIds: [userId], dogIds: [], notifiedIds: [] } : 'block-not-found'
  }
  const made = await trx.selectFrom('blocks').select('blocked_id').where('id', '=', id).executeTakeFirst()
  if (!made) return 'block-not-found'
  const { blocked_id: otherId } = made
  // The derived pairs depend on the blocks of both owners, so only one change at a time is allowed.
  if (!(await lockOwners(trx, [userId, otherId]))) return 'block-not-found'
  if (!(await affectsRows(trx.deleteFrom('blocks').where('id', '=', id)))) return 'block-not-found'
  const dogs = await lockDogsOf(trx, [userId, otherId])
  const between = await matchesBetween(trx, userId, otherId)
  return { ...concernedBy({ userId, otherId, dogIds: dogs.map(one => one.id) }, between), notifiedIds: [] }
}
