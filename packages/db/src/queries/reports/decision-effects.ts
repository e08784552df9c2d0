import { PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import type { ModerationAction } from '@barkyard/domain/report'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../open.ts'
import { type DeletedUsers, deleteUsers } from '../account/delete-users.ts'
import { usersConcerned } from '../dogs/dogs.ts'
import { exists } from '../rows.ts'
import { liftSuspension, setDogHidden, suspendOwner } from './moderation.ts'
import { keepPhotos, lockPhotos } from './reports.ts'

/** The effect of a decision, and the users whose pages show it. */
export interface Effect {
  userIds: string[]
  dogIds: string[]
  /** The removed photos. */
  photoIds: string[]
  /** The users who are notified that a playdate is off. */
  notifiedIds: string[]
  deleted: (DeletedUsers & { email: string | null }) | null
}

export const NO_EFFECT: Effect = { userIds: [], dogIds: [], photoIds: [], notifiedIds: [], deleted: null }

interface Order {
  caseId: string
  action: ModerationAction
  dogId: string
  ownerId: string | null
  photoIds: readonly string[]
  until: Date | null
  now: Date
}

export async function applyDecision(trx: Trx, order: Order): Promise<Effect> {
  const { action, dogId, ownerId, now, until } = order
  switch (action) {
    case 'remove-photos':
      return removePhotos(trx, order)
    case 'hide-dog':
      return { ...NO_EFFECT, ...(await setDogHidden(trx, dogId, now)) }
    case 'suspend':
      return ownerId === null ? NO_EFFECT : suspendAsDecided(trx, ownerId, now, { until })
    case 'delete-user':
      return ownerId === null ? NO_EFFECT : deleteOwner(trx, ownerId, order)
    default:
      return { ...NO_EFFECT, userIds: action === 'dismiss' || ownerId === null ? [] : [ownerId] }
  }
}

async function removePhotos(trx: Trx, order: Order): Promise<Effect> {
  const { caseId, dogId, ownerId, photoIds } = order
  // Those added since the report too, for an appeal to restore.
  const shown = await lockPhotos(trx, dogId)
  await keepPhotos(
    trx,
    caseId,
    shown.filter(({ id }) => photoIds.includes(id)),
  )
  await rememberHashes(trx, sql`${photoIds}::uuid[]`, order)
  const gone = await trx
    .deleteFrom('photos')
    .where('dog_id', '=', dogId)
    .where('id', 'in', photoIds)
    .returning('id')
    .execute()
  const userIds = await usersConcerned(trx, dogId, ownerId)
  return { ...NO_EFFECT, userIds, dogIds: [dogId], photoIds: gone.map(photo => photo.id) }
}

/** Photos that a decision removes are recognised when somebody uploads them again. */
const rememberHashes = (trx: Trx, photoIds: RawBuilder<unknown>, { caseId, now }: Pick<Order, 'caseId' | 'now'>) =>
  sql`
    UPDATE photo_hashes SET removed_at = ${now}, removed_in = ${caseId}
    WHERE photo_id = ANY (${photoIds}) AND EXISTS (SELECT FROM photos WHERE photos.id = photo_id)`.execute(trx)

async function deleteOwner(trx: Trx, ownerId: string, order: Order): Promise<Effect> {
  const theirs = sql`SELECT photos.id FROM photos JOIN dogs ON dogs.id = photos.dog_id WHERE dogs.user_id = ${ownerId}`
  await rememberHashes(trx, sql`ARRAY(${theirs})`, order)
  const user = await trx.selectFrom('users').select('email').where('id', '=', ownerId).executeTakeFirst()
  const deleted = await deleteUsers(trx, [ownerId], order.now)
  if (deleted === 'user-not-found') return NO_EFFECT
  const userIds = [ownerId, ...deleted.othersIds]
  const { dogIds, notifiedIds } = deleted
  return { ...NO_EFFECT, userIds, dogIds, notifiedIds, deleted: { ...deleted, email: user?.email ?? null } }
}

/** Undoes the effect of an appealed decision, except where another decision still requires it. */
export async function reverseDecision(trx: Trx, decisionId: string, now: Date): Promise<Effect> {
  const decision = await trx
    .updateTable('decisions')
    .set({ reversed_at: now })
    .where('id', '=', decisionId)
    .returning(['action', 'dog_id', 'owner_id', 'photo_ids'])
    .executeTakeFirst()
  if (!decision) return NO_EFFECT
  const { action, dog_id: dogId, owner_id: ownerId } = decision
  if (action === 'hide-dog') return showDog(trx, dogId)
  if (action === 'suspend' && ownerId !== null) return suspendAsDecided(trx, ownerId, now)
  if (action === 'remove-photos') return restorePhotos(trx, dogId, decision.photo_ids)
  if (action === 'close-lost') await forgiveClosing(trx, decisionId)
  return { ...NO_EFFECT, userIds: ownerId === null ? [] : [ownerId] }
}

/** The closing of a search no longer makes the next one for this dog wait. */
const forgiveClosing = (trx: Trx, decisionId: string) =>
  sql`
    WITH forgiven AS (
      UPDATE lost_openings SET closed_by_moderator = false WHERE id = (
        SELECT lost_openings.id FROM lost_openings, decisions
        WHERE decisions.id = ${decisionId}::uuid AND lost_openings.dog_id = decisions.dog_id
          AND lost_openings.opened_at <= decisions.created_at
        ORDER BY lost_openings.opened_at DESC LIMIT 1)
      RETURNING id
    )
    UPDATE lost_cases SET closed_by_moderator = false FROM forgiven WHERE lost_cases.id = forgiven.id`.execute(trx)

async function showDog(trx: Trx, dogId: string): Promise<Effect> {
  const others = trx.selectFrom('decisions').where('dog_id', '=', dogId).where('action', '=', 'hide-dog')
  if (await exists(others.where('reversed_at', 'is', null))) return NO_EFFECT
  return { ...NO_EFFECT, ...(await setDogHidden(trx, dogId, null)) }
}

/** Suspends an owner for as long as decisions require it, the `added` one among them, or not at all if none does. */
async function suspendAsDecided(trx: Trx, ownerId: string, now: Date, added?: { until: Date | null }): Promise<Effect> {
  const longest = await longestSuspension(trx, ownerId, now)
  const { until = null } = added ?? {}
  const isShorter = longest && (!added || longest.until === null || (until !== null && until < longest.until))
  const changed =
    isShorter || added
      ? await suspendOwner(trx, ownerId, { ...(isShorter ? longest : { now, until }), at: now })
      : await liftSuspension(trx, ownerId)
  return { ...NO_EFFECT, ...changed }
}

/** The start and the end of the suspension that ends last, of those that hold at `now`; undefined if there is none. */
const longestSuspension = (trx: Trx, ownerId: string, now: Date) =>
  trx
    .selectFrom('decisions')
    .select(['until', 'created_at as now'])
    .where('owner_id', '=', ownerId)
    .where('action', '=', 'suspend')
    .where('reversed_at', 'is', null)
    .where(eb => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .orderBy(sql`until DESC NULLS FIRST`)
    .executeTakeFirst()

/** Restores removed photos from their kept copies, as long as the dog has room for them. */
async function restorePhotos(trx: Trx, dogId: string, photoIds: readonly string[]): Promise<Effect> {
  const dog = await trx.selectFrom('dogs').select('user_id').where('id', '=', dogId).forNoKeyUpdate().executeTakeFirst()
  if (!dog || photoIds.length === 0) return NO_EFFECT
  // A key whose files are about to be deleted cannot be restored; its copy has another key.
  await sql`
    INSERT INTO photos (id, dog_id, key)
    SELECT photo_id, ${dogId}::uuid, key FROM (
      SELECT DISTINCT ON (photo_id) photo_id, key FROM report_photos
      WHERE photo_id = ANY (${photoIds}::uuid[]) AND key NOT IN (SELECT key FROM removed_photos)
      ORDER BY photo_id) kept
    LIMIT greatest(0, ${PHOTOS_PER_DOG} - (SELECT jsonb_array_length(photos) FROM dogs WHERE id = ${dogId}))
    ON CONFLICT DO NOTHING
  `.execute(trx)
  await sql`UPDATE photo_hashes SET removed_at = NULL, removed_in = NULL WHERE photo_id = ANY (${photoIds}::uuid[])`.execute(
    trx,
  )
  await sql`
    DELETE FROM photo_hashes
    WHERE photo_id = ANY (${photoIds}::uuid[]) AND NOT EXISTS (SELECT FROM photos WHERE photos.id = photo_id)`.execute(
    trx,
  )
  return { ...NO_EFFECT, userIds: await usersConcerned(trx, dogId, dog.user_id), dogIds: [dogId] }
}
