import type { Photo, PhotoFocus } from '@barkyard/domain/schemas/photo'
import { dayOf } from '@barkyard/domain/verification-days'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import { inTransaction, type Trx } from '../../transaction.ts'
import { ownDogColumns } from '../columns.ts'
import {
  type ChangedDog,
  type DogRefusal,
  type Editor,
  isKnownTo,
  lockDog,
  mayEdit,
  toDog,
  usersConcerned,
} from '../dogs/dogs.ts'
import { isId, newId } from '../ids.ts'
import { forgetUnreported } from '../reports/forget-unreported.ts'
import { compareWithOthers } from '../reports/twins.ts'

/** The addresses of a photo's two sizes. */
const photoUrls = (key: string) => ({
  urlThumb: `/photos/${key}-thumb.webp`,
  urlLarge: `/photos/${key}-large.webp`,
})

type UploadRefusal = DogRefusal | 'photos-full'

/**
 * Check this before decoding; addPhoto checks it again.
 * @returns why no photo may be added to a dog; null if one may.
 */
export async function refusePhoto(
  db: Db | Trx,
  dogId: string,
  editor: Editor,
  atMost: number,
): Promise<UploadRefusal | null> {
  if (!isId(dogId)) return 'dog-not-found'
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

/** A photo after a write, its dog's owner, and the users whom the change concerns. */
interface ChangedPhoto {
  photo: Photo
  ownerId: string | null
  userIds: string[]
}

/** An added photo, and the admins whose queue it changes because it equals another one. */
interface AddedPhoto extends ChangedPhoto {
  adminIds: string[]
}

/**
 * Adds a photo. 'too-busy': its key was noted so long ago that its files may be deleted by now.
 */
export async function addPhoto(
  db: Db,
  { dogId, key, focus, hash }: NewPhoto,
  editor: Editor,
  { atMost, now }: { atMost: number; now: Date },
): Promise<AddedPhoto | UploadRefusal | 'too-busy'> {
  return inTransaction(db, async trx => {
    // Locks the dog, so that nothing is added between counting and adding.
    const locked = await lockDog(trx, dogId, editor)
    if (typeof locked === 'string') return locked
    const refusal = await refusePhoto(trx, dogId, editor, atMost)
    if (refusal) return refusal
    const id = newId()
    if (!(await insertPhotos(trx, [{ id, dogId, key, focus }]))) return 'too-busy'
    const { ownerId } = locked
    const adminIds =
      hash === null ? [] : await compareWithOthers(trx, { photoId: id, dogId, hash, now, today: dayOf(now) })
    const userIds = await usersConcerned(trx, dogId, ownerId)
    return { photo: { id, dogId, ...photoUrls(key), ...(focus && { focus }) }, ownerId, userIds, adminIds }
  })
}

type PhotoRefusal = 'photo-not-found' | 'not-your-photo'

/** Sets the point that all crops of a photo must show; null = unknown. */
export async function focusPhoto(
  trx: Trx,
  id: string,
  editor: Editor,
  focus: PhotoFocus | null,
): Promise<PhotoRefusal | ChangedPhoto> {
  if (!isId(id)) return 'photo-not-found'
  const found = await trx
    .selectFrom('photos')
    .innerJoin('dogs', 'dogs.id', 'photos.dog_id')
    .select('photos.dog_id')
    .where('photos.id', '=', id)
    .where(isKnownTo(editor))
    .executeTakeFirst()
  if (!found) return 'photo-not-found'
  // Every change of a dog's photos locks the dog first.
  const locked = await lockDog(trx, found.dog_id, editor)
  if (typeof locked === 'string') return locked === 'not-your-dog' ? 'not-your-photo' : 'photo-not-found'
  const columns = focusColumns(focus)
  const row = await trx
    .updateTable('photos')
    .set(columns)
    .where('id', '=', id)
    .returning(['key', 'dog_id'])
    .executeTakeFirst()
  if (!row) return 'photo-not-found'
  const { focus_x: x, focus_y: y } = columns
  const photo = { id, dogId: row.dog_id, ...photoUrls(row.key), ...(x !== null && y !== null && { focus: { x, y } }) }
  return { photo, ownerId: locked.ownerId, userIds: await usersConcerned(trx, row.dog_id, locked.ownerId) }
}

/** Rounds to a thousandth of a side. */
const focusColumns = (focus: PhotoFocus | null) => ({
  focus_x: focus && Math.round(focus.x * 1000) / 1000,
  focus_y: focus && Math.round(focus.y * 1000) / 1000,
})

/** Deletes a photo's row; its files follow through `removed_photos`. */
export async function deletePhoto(
  trx: Trx,
  id: string,
  editor: Editor,
): Promise<PhotoRefusal | { dogId: string; ownerId: string | null; userIds: string[] }> {
  if (!isId(id)) return 'photo-not-found'
  const photo = await trx
    .selectFrom('photos')
    .innerJoin('dogs', 'dogs.id', 'photos.dog_id')
    .select(['dogs.user_id', 'photos.dog_id'])
    .where('photos.id', '=', id)
    .where(isKnownTo(editor))
    .executeTakeFirst()
  if (!photo) return 'photo-not-found'
  if (!mayEdit(editor, photo.user_id)) return 'not-your-photo'
  await trx.selectFrom('dogs').select('id').where('id', '=', photo.dog_id).forNoKeyUpdate().executeTakeFirst()
  const { numDeletedRows } = await trx.deleteFrom('photos').where('id', '=', id).executeTakeFirst()
  // Another deletion of the same photo held the lock.
  if (numDeletedRows === 0n) return 'photo-not-found'
  await forgetUnreported(trx, { dogIds: [photo.dog_id], photoIds: [id] })
  const { dog_id: dogId, user_id: ownerId } = photo
  return { dogId, ownerId, userIds: await usersConcerned(trx, dogId, ownerId) }
}

/**
 * Puts a dog's photos in an order. 'photos-changed': the ids are not exactly the dog's photos, because one was added or
 * removed meanwhile.
 */
export async function orderPhotos(
  trx: Trx,
  dogId: string,
  editor: Editor,
  { photoIds, today }: { photoIds: readonly string[]; today: string },
): Promise<DogRefusal | 'photos-changed' | ChangedDog> {
  // Adding and removing photos lock the dog too.
  const locked = await lockDog(trx, dogId, editor)
  if (typeof locked === 'string') return locked
  const photos = await trx.selectFrom('photos').select('id').where('dog_id', '=', dogId).execute()
  const wanted = new Set(photoIds)
  if (photos.length !== photoIds.length || !photos.every(photo => wanted.has(photo.id))) return 'photos-changed'
  await trx
    .updateTable('photos')
    .set({ position: sql<number>`array_position(${photoIds}::uuid[], id)` })
    .where('dog_id', '=', dogId)
    .execute()
  const row = await trx.selectFrom('dogs').select(ownDogColumns).where('id', '=', dogId).executeTakeFirstOrThrow()
  const { ownerId } = locked
  return { dog: toDog(row, today), ownerId, userIds: await usersConcerned(trx, dogId, ownerId) }
}

export async function countPhotos(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('photos')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
