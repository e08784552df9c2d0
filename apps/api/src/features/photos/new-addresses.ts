import type { Db } from '@barkyard/db/open'
import {
  abandonPhotoKey,
  forgetOutdatedPhotos,
  newPhotoKey,
  outdatedPhotoKeys,
  recordPhotoKeys,
  renamePhoto,
} from '@barkyard/db/queries/photos/photo-keys'
import { type PhotoStorage, readFiles } from '../../platform/storage/photo-storage.ts'

interface RowsAndFiles {
  db: Db
  photos: PhotoStorage
}

const BATCH = 20

/**
 * Gives the photos of hidden dogs new addresses, for their owners and admins. The files at the old ones are deleted next.
 * After a crash it starts again: a new key without a row is given up later.
 */
export async function giveNewAddresses({ db, photos }: RowsAndFiles): Promise<void> {
  for (;;) {
    const keys = await outdatedPhotoKeys(db, BATCH)
    if (keys.length === 0) return
    const results = await Promise.allSettled(keys.map(key => giveNewAddress({ db, photos }, key)))
    const failed = results.find(result => result.status === 'rejected')
    await forgetOutdatedPhotos(
      db,
      keys.filter((_, index) => results[index]?.status === 'fulfilled'),
    )
    if (failed) throw failed.reason
  }
}

async function giveNewAddress({ db, photos }: RowsAndFiles, key: string): Promise<void> {
  const files = await readFiles(photos, key)
  // Deleted meanwhile.
  if (!files) return
  const newKey = newPhotoKey()
  await recordPhotoKeys(db, [newKey])
  await photos.save(newKey, files)
  if (!(await renamePhoto(db, key, newKey))) await abandonPhotoKey(db, newKey)
}
