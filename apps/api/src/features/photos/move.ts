import type { Db } from '@barkyard/db/open'
import {
  forgetPhotoKeys,
  goneCopiedPhotos,
  photoKeysAfter,
  recordCopiedPhotos,
} from '@barkyard/db/queries/photos/photo-keys'
import { allEnded, type PhotoStorage, readFiles } from '../../platform/storage/photo-storage.ts'

const BATCH = 100
const AT_ONCE = 8

export interface Moved {
  copied: number
  /** Already in the second storage: copied by an earlier run, or uploaded there. */
  there: number
  /** Not complete in either storage: the photo was deleted meanwhile, or files were lost. */
  incomplete: number
  bytes: number
}

interface MoveOptions {
  /** Removes photos from the first storage once they are in the second. */
  remove: boolean
  progress: (moved: Moved) => void
}

/**
 * Copies photos that a second storage lacks. After an interruption it continues where it stopped. Photos that were deleted
 * after an earlier run copied them are deleted from the second storage too. Files of other programs are never touched.
 */
export async function movePhotos(
  db: Db,
  from: PhotoStorage,
  to: PhotoStorage,
  { remove, progress }: MoveOptions,
): Promise<Moved> {
  const moved: Moved = { copied: 0, there: 0, incomplete: 0, bytes: 0 }
  async function move(key: string): Promise<void> {
    if (await to.has(key)) moved.there++
    else {
      const files = await readFiles(from, key)
      if (!files) return void moved.incomplete++
      await to.save(key, files)
      moved.copied++
      moved.bytes += files.thumb.length + files.large.length
    }
    if (remove) await from.remove(key)
    progress(moved)
  }
  for (let after = ''; ; ) {
    const keys = await photoKeysAfter(db, after, BATCH)
    const last = keys.at(-1)
    if (last === undefined) break
    after = last
    await recordCopiedPhotos(db, keys)
    const waiting = keys.values()
    const work = async () => {
      for (const key of waiting) await move(key)
    }
    await allEnded(Array.from({ length: AT_ONCE }, work))
    if (!remove) continue
    // The app uses the second storage from now on, and deletes there itself. What it deleted earlier came back by the copy.
    const gone = await goneCopiedPhotos(db, BATCH, keys)
    const there = keys.filter(key => !gone.includes(key))
    await forgetPhotoKeys(db, 'copied_photos', there)
  }
  await removeGone(db, [from, to])
  return moved
}

async function removeGone(db: Db, storages: readonly PhotoStorage[]): Promise<void> {
  for (;;) {
    const keys = await goneCopiedPhotos(db, BATCH)
    if (keys.length === 0) return
    await Promise.all(keys.flatMap(key => storages.map(storage => storage.remove(key))))
    await forgetPhotoKeys(db, 'copied_photos', keys)
  }
}
