import type { Photo } from '@barkyard/domain/photo'
import type { Db } from '../open.ts'
import { inTransaction, type Trx } from '../transaction.ts'
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
): Promise<'not found' | 'not own' | { dogId: string; ownerId: string | null }> {
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
  return { dogId: photo.dog_id, ownerId: photo.user_id }
}

export async function countPhotos(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('photos')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
