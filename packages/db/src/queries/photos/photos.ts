import type { PhotoFocus } from '@barkyard/domain/schemas/photo'
import { dayOf } from '@barkyard/domain/verification-days'
import type { Viewer } from '@barkyard/domain/visibility'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import type { DogTables } from '../../tables/dogs.ts'
import { staffConcerned } from '../admins.ts'
import { ownDogColumns } from '../columns.ts'
import { type ChangedDog, type DogRefusal, isKnownTo, lockDog, mayEdit, toDog, usersConcerned } from '../dogs/dogs.ts'
import { forgetUnreported } from '../dogs/forget-unreported.ts'
import { newId } from '../ids.ts'
import { compareWithOthers } from '../reports/duplicate-photos.ts'
import { countOf } from '../rows.ts'
import { lockDogOfPhoto } from './photo-keys.ts'

/**
 * Check this before decoding; addPhoto checks it again.
 * @returns why no photo may be added to a dog; null if one may.
 */
export async function refusePhoto(db: Db | Trx, editor: Viewer, dogId: string, atMost: number) {
  const dog = await db
    .selectFrom('dogs')
    .select(['user_id', eb => eb.fn<number>('jsonb_array_length', ['photos']).as('photos')])
    .where('id', '=', dogId)
    .where(isKnownTo(editor))
    .executeTakeFirst()
  if (!dog) return 'dog-not-found'
  if (!mayEdit(editor, dog.user_id)) return 'not-your-dog'
  return dog.photos >= atMost ? 'photos-full' : null
}

/** Adds the rows of photos whose files are stored. @returns false if a key was given up meanwhile. */
export async function insertPhotos(
  trx: Trx,
  photos: readonly { id: string; dogId: string; key: string; focus?: PhotoFocus | null }[],
): Promise<boolean> {
  if (photos.length === 0) return true
  const noted = await trx
    .deleteFrom('pending_photos')
    .where('key', '=', eb => eb.fn.any(eb.val(photos.map(({ key }) => key))))
    .executeTakeFirst()
  if (Number(noted.numDeletedRows) !== photos.length) return false
  await trx
    .insertInto('photos')
    .values(photos.map(({ id, dogId, key, focus }) => ({ id, dog_id: dogId, key, ...focusColumns(focus ?? null) })))
    .execute()
  return true
}

/** A photo whose key was noted and whose files are stored under it. */
export interface NewPhoto {
  dogId: string
  key: string
  focus: PhotoFocus | null
  /** Its perceptual hash, a signed 64-bit number; null: it has too little detail. */
  hash: bigint | null
}

/**
 * Adds a photo. 'too-busy': its key was noted so long ago that its files may be deleted by now.
 */
export async function addPhoto(
  trx: Trx,
  editor: Viewer,
  { dogId, key, focus, hash }: NewPhoto,
  { atMost, now }: { atMost: number; now: Date },
) {
  // Locks the dog, so that nothing is added between counting and adding.
  const locked = await lockDog(trx, editor, dogId)
  if (typeof locked === 'string') return locked
  const refusal = await refusePhoto(trx, editor, dogId, atMost)
  if (refusal) return refusal
  const id = newId()
  if (!(await insertPhotos(trx, [{ id, dogId, key, focus }]))) return 'too-busy'
  const { ownerId } = locked
  const adminIds =
    hash === null ? [] : await compareWithOthers(trx, { photoId: id, dogId, hash, now, today: dayOf(now) })
  return { ...(await changedPhoto(trx, { id, dog_id: dogId, key, ...focusColumns(focus) }, ownerId)), adminIds }
}

/** Locks the dog of a photo. Every change of a dog's photos does this first. */
async function lockDogOf(trx: Trx, editor: Viewer, photoId: string) {
  const found = await trx
    .selectFrom('photos')
    .innerJoin('dogs', 'dogs.id', 'photos.dog_id')
    .select('photos.dog_id')
    .where('photos.id', '=', photoId)
    .where(isKnownTo(editor))
    .executeTakeFirst()
  if (!found) return 'photo-not-found'
  const locked = await lockDog(trx, editor, found.dog_id)
  if (typeof locked === 'string') return locked === 'not-your-dog' ? 'not-your-photo' : 'photo-not-found'
  return { dogId: found.dog_id, ownerId: locked.ownerId }
}

/** Sets the point that all crops of a photo must show; null = unknown. */
export async function focusPhoto(trx: Trx, editor: Viewer, id: string, focus: PhotoFocus | null) {
  const dog = await lockDogOf(trx, editor, id)
  if (typeof dog === 'string') return dog
  const row = await trx
    .updateTable('photos')
    .set(focusColumns(focus))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(photoColumns)
    .executeTakeFirst()
  return row ? changedPhoto(trx, row, dog.ownerId) : 'photo-not-found'
}

const photoColumns = ['id', 'dog_id', 'key', 'focus_x', 'focus_y'] as const
type PhotoRow = Pick<Selectable<DogTables['photos']>, (typeof photoColumns)[number]>

/** A photo after a write, its dog's owner, and the users whom the change concerns. */
const changedPhoto = async (trx: Trx, row: PhotoRow, ownerId: string | null) => {
  const { id, dog_id: dogId, key, focus_x: x, focus_y: y } = row
  const urls = { urlThumb: `/photos/${key}-thumb.webp`, urlLarge: `/photos/${key}-large.webp` }
  const photo = { id, dogId, ...urls, ...(x !== null && y !== null && { focus: { x, y } }) }
  return { photo, ownerId, userIds: await usersConcerned(trx, dogId, ownerId) }
}

/** Rounds to a thousandth of a side. */
const focusColumns = (focus: PhotoFocus | null) => ({
  focus_x: focus && Math.round(focus.x * 1000) / 1000,
  focus_y: focus && Math.round(focus.y * 1000) / 1000,
})

/**
 * Takes a photo from its dog. Until it is purged, who deleted it can restore it; its files get a key that nobody knows, so
 * that its addresses stop working.
 */
export async function deletePhoto(trx: Trx, editor: Viewer, id: string, { by, at }: { by: string; at: Date }) {
  const dog = await lockDogOf(trx, editor, id)
  if (typeof dog === 'string') return dog
  const row = await trx
    .updateTable('photos')
    .set({ deleted_at: at, deleted_by: by })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(photoColumns)
    .executeTakeFirst()
  if (!row) return 'photo-not-found'
  await trx
    .insertInto('outdated_photos')
    .values({ key: row.key })
    .onConflict(one => one.doNothing())
    .execute()
  return changedPhoto(trx, row, dog.ownerId)
}

/**
 * Restores a photo that `by` deleted after `since`, in its old place. One that is not deleted stays as it is, so that a
 * repeated call is answered like the first.
 */
export async function restorePhoto(
  trx: Trx,
  editor: Viewer,
  id: string,
  { by, since, atMost }: { by: string; since: Date; atMost: number },
) {
  const dog = await lockDogOf(trx, editor, id)
  if (typeof dog === 'string') return dog
  const row = await trx
    .selectFrom('photos')
    .select(photoColumns)
    .select('deleted_at')
    .where('id', '=', id)
    .where(eb =>
      eb.or([eb('deleted_at', 'is', null), eb.and([eb('deleted_by', '=', by), eb('deleted_at', '>', since)])]),
    )
    .executeTakeFirst()
  if (!row) return 'photo-not-found'
  if (row.deleted_at !== null) {
    if ((await refusePhoto(trx, editor, dog.dogId, atMost)) !== null) return 'photos-full'
    await trx.updateTable('photos').set({ deleted_at: null, deleted_by: null }).where('id', '=', id).execute()
  }
  return changedPhoto(trx, row, dog.ownerId)
}

/**
 * Deletes the row of a photo that was deleted at `before` or earlier; its files follow through `removed_photos`. Cases that
 * nobody has reported forget it only now, so that none is escaped by deleting and restoring.
 * @returns the staff whose queues change.
 */
export async function purgePhoto(trx: Trx, id: string, before: Date): Promise<string[]> {
  await lockDogOfPhoto(trx, 'id', id)
  const gone = await trx
    .deleteFrom('photos')
    .where('id', '=', id)
    .where('deleted_at', '<=', before)
    .returning('dog_id')
    .executeTakeFirst()
  if (!gone) return []
  const adminIds = await staffConcerned(trx, [gone.dog_id])
  await forgetUnreported(trx, { dogIds: [gone.dog_id], photoIds: [id] })
  return adminIds
}

/**
 * Puts a dog's photos in an order. 'photos-changed': the ids are not exactly the dog's photos, because one was added or
 * removed meanwhile.
 */
export async function orderPhotos(
  trx: Trx,
  editor: Viewer,
  dogId: string,
  { photoIds, today }: { photoIds: readonly string[]; today: string },
): Promise<DogRefusal | 'photos-changed' | ChangedDog> {
  // Adding and removing photos lock the dog too.
  const locked = await lockDog(trx, editor, dogId)
  if (typeof locked === 'string') return locked
  const photos = await trx
    .selectFrom('photos')
    .select('id')
    .where('dog_id', '=', dogId)
    .where('deleted_at', 'is', null)
    .execute()
  const wanted = new Set(photoIds)
  if (photos.length !== photoIds.length || !photos.every(photo => wanted.has(photo.id))) return 'photos-changed'
  // Deleted photos stay between those that they were between, in case they are restored.
  await sql`
    UPDATE photos SET position = coalesce(1000 * array_position(${photoIds}::uuid[], photos.id), 1000 * before + place)
    FROM (SELECT id, row_number() OVER shown AS place, count(*) FILTER (WHERE deleted_at IS NULL) OVER shown AS before
      FROM photos WHERE dog_id = ${dogId}::uuid WINDOW shown AS (ORDER BY position, id)) AS former
    WHERE former.id = photos.id`.execute(trx)
  const row = await trx.selectFrom('dogs').select(ownDogColumns).where('id', '=', dogId).executeTakeFirstOrThrow()
  const { ownerId } = locked
  return { dog: toDog(row, today), ownerId, userIds: await usersConcerned(trx, dogId, ownerId) }
}

export const countPhotos = (db: Db): Promise<number> => countOf(db.selectFrom('photos'))
