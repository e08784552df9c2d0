import type { Db } from '@barkyard/db/open'
import { forgetCopiedPhotos, goneCopiedPhotos, noteCopiedPhotos, photoKeysAfter } from '@barkyard/db/queries/photo-keys'
import { allEnded, type PhotoStorage, readFiles } from './photo-storage.ts'

const BATCH = 100
const AT_ONCE = 8

export interface Moved {
  copied: number
  /** Copied by an earlier run, or uploaded there. */
  there: number
  /** In neither storage as a whole: a photo deleted meanwhile, or files that were lost. */
  incomplete: number
  bytes: number
}

export interface MoveOptions {
  /** Remove from the first what is safe in the second. */
  remove: boolean
  progress: (moved: Moved) => void
}

/**
 * Copies the photos of a database to a second storage, those that it lacks; broken off, it goes on where it was. Photos
 * that were deleted after an earlier run had copied them are deleted from the second as well. What others keep in either
 * storage is left alone.
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
      if (!files) {
        moved.incomplete++
        return
      }
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
    await noteCopiedPhotos(db, keys)
    const waiting = keys.values()
    const work = async () => {
      for (const key of waiting) await move(key)
    }
    await allEnded(Array.from({ length: AT_ONCE }, work))
    // The app works with the second by now, and deletes there itself.
    if (remove) await forgetCopiedPhotos(db, keys)
  }
  await removeGone(db, [from, to])
  return moved
}

async function removeGone(db: Db, storages: readonly PhotoStorage[]): Promise<void> {
  for (;;) {
    const keys = await goneCopiedPhotos(db, BATCH)
    if (keys.length === 0) return
    await Promise.all(keys.flatMap(key => storages.map(storage => storage.remove(key))))
    await forgetCopiedPhotos(db, keys)
  }
}
