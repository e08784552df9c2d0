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

/** Adds a photo whose files are stored under `key`; `also` runs in the same transaction. */
export async function addPhoto(
  db: Db,
  dogId: string,
  owner: OwnerOrAny,
  key: string,
  atMost: number,
  also: (trx: Trx) => Promise<unknown> = async () => {},
): Promise<Photo | PhotoRefusal> {
  return inTransaction(db, async trx => {
    // The dog's row is the lock that makes counting and adding one step.
    if (isId(dogId)) {
      await trx.selectFrom('dogs').select('id').where('id', '=', dogId).forNoKeyUpdate().executeTakeFirst()
    }
    const answer = await mayAddPhoto(trx, dogId, owner, atMost)
    if (answer !== 'yes') return answer
    const id = newId()
    await trx.insertInto('photos').values({ id, dog_id: dogId, key }).execute()
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

/** Keys of photos whose rows are gone and whose files may be deleted. */
export async function removedPhotoKeys(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('removed_photos').select('key').orderBy('removed_at').limit(limit).execute()
  return rows.map(row => row.key)
}

/** Forgets keys whose files are deleted. */
export const forgetRemovedPhotos = (db: Db, keys: string[]) =>
  db
    .deleteFrom('removed_photos')
    .where('key', '=', eb => eb.fn.any(eb.val(keys)))
    .execute()

/** Those of `keys` that a row still has: their files must stay. */
export async function knownPhotoKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('photos')
    .select('key')
    .where('key', '=', eb => eb.fn.any(eb.val(keys)))
    .execute()
  return new Set(rows.map(row => row.key))
}
