import type { Photo } from '@barkyard/domain/schemas/photo'
import { sql } from 'kysely'
import type { Db } from '../open.ts'
import { inTransaction, type Trx } from '../transaction.ts'
import { dogColumns } from './columns.ts'
import { type ChangedDog, type DogRefusal, lockDog, toDog, usersConcerned } from './dogs.ts'
import { isId, newId } from './ids.ts'

/** Who may change a dog: its owner, or an admin (null = any dog). */
type OwnerOrAny = string | null

/** Where a photo's two sizes are served. */
export const photoUrls = (key: string) => ({
  urlThumb: `/photos/${key}-thumb.webp`,
  urlLarge: `/photos/${key}-large.webp`,
})

export type PhotoRefusal = 'not found' | 'not own' | 'full'

/** Whether a photo may be added to a dog now; asked before its bytes are worked on, and decided again by addPhoto. */
export async function mayAddPhoto(
  db: Db | Trx,
  dogId: string,
  owner: OwnerOrAny,
  atMost: number,
): Promise<PhotoRefusal | 'yes'> {
  if (!isId(dogId)) return 'not found'
  const dog = await db
    .selectFrom('dogs')
    .select(['user_id', eb => eb.fn<number>('jsonb_array_length', ['photos']).as('photos')])
    .where('id', '=', dogId)
    .executeTakeFirst()
  if (!dog) return 'not found'
  if (owner !== null && dog.user_id !== owner) return 'not own'
  return dog.photos >= atMost ? 'full' : 'yes'
}

/** Adds the rows of photos whose keys were noted and whose files are stored. False: a key was given up meanwhile. */
export async function insertPhotos(
  trx: Trx,
  photos: readonly { id: string; dogId: string; key: string }[],
): Promise<boolean> {
  if (photos.length === 0) return true
  const noted = await trx
    .deleteFrom('pending_photos')
    .where('key', '=', eb => eb.fn.any(eb.val(photos.map(({ key }) => key))))
    .executeTakeFirst()
  if (Number(noted.numDeletedRows) !== photos.length) return false
  await trx
    .insertInto('photos')
    .values(photos.map(({ id, dogId, key }) => ({ id, dog_id: dogId, key })))
    .execute()
  return true
}

/**
 * Adds a photo whose key was noted and whose files are stored under it; `also` runs in the same transaction.
 * 'given up': noted so long ago that its files may be deleted by now.
 */
export async function addPhoto(
  db: Db,
  dogId: string,
  owner: OwnerOrAny,
  key: string,
  atMost: number,
  also: (trx: Trx) => Promise<unknown> = async () => {},
): Promise<Photo | PhotoRefusal | 'given up'> {
  return inTransaction(db, async trx => {
    // The dog's row is the lock that makes counting and adding one step.
    if (isId(dogId)) {
      await trx.selectFrom('dogs').select('id').where('id', '=', dogId).forNoKeyUpdate().executeTakeFirst()
    }
    const answer = await mayAddPhoto(trx, dogId, owner, atMost)
    if (answer !== 'yes') return answer
    const id = newId()
    if (!(await insertPhotos(trx, [{ id, dogId, key }]))) return 'given up'
    await also(trx)
    return { id, dogId, ...photoUrls(key) }
  })
}

/** Deletes a photo's row; its files follow through `removed_photos`. */
export async function deletePhoto(
  trx: Trx,
  id: string,
  owner: OwnerOrAny,
): Promise<DogRefusal | { dogId: string; ownerId: string | null; userIds: string[] }> {
  if (!isId(id)) return 'not found'
  const photo = await trx
    .selectFrom('photos')
    .innerJoin('dogs', 'dogs.id', 'photos.dog_id')
    .select(['dogs.user_id', 'photos.dog_id'])
    .where('photos.id', '=', id)
    .executeTakeFirst()
  if (!photo) return 'not found'
  if (owner !== null && photo.user_id !== owner) return 'not own'
  await trx.selectFrom('dogs').select('id').where('id', '=', photo.dog_id).forNoKeyUpdate().executeTakeFirst()
  await trx.deleteFrom('photos').where('id', '=', id).execute()
  const { dog_id: dogId, user_id: ownerId } = photo
  return { dogId, ownerId, userIds: await usersConcerned(trx, dogId, ownerId) }
}

/**
 * Puts a dog's photos in an order. 'other photos': these are not exactly the ones that it has, since somebody added or
 * removed one meanwhile.
 */
export async function orderPhotos(
  trx: Trx,
  dogId: string,
  owner: OwnerOrAny,
  photoIds: readonly string[],
): Promise<DogRefusal | 'other photos' | ChangedDog> {
  // Adding and removing photos lock the dog too.
  const locked = await lockDog(trx, dogId, owner)
  if (typeof locked === 'string') return locked
  const photos = await trx.selectFrom('photos').select('id').where('dog_id', '=', dogId).execute()
  const wanted = new Set(photoIds)
  if (photos.length !== photoIds.length || !photos.every(photo => wanted.has(photo.id))) return 'other photos'
  await trx
    .updateTable('photos')
    .set({ position: sql<number>`array_position(${photoIds}::uuid[], id)` })
    .where('dog_id', '=', dogId)
    .execute()
  const row = await trx.selectFrom('dogs').select(dogColumns).where('id', '=', dogId).executeTakeFirstOrThrow()
  const { ownerId } = locked
  return { dog: toDog(row), ownerId, userIds: await usersConcerned(trx, dogId, ownerId) }
}

export async function countPhotos(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('photos')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
