import type { Db } from '@barkyard/db/open'
import { forgetRemovedPhotos, knownPhotoKeys, removedPhotoKeys } from '@barkyard/db/queries/photos'
import type { FastifyBaseLogger } from 'fastify'
import type { PhotoStorage } from './photo-storage.ts'

interface RowsAndFiles {
  db: Db
  photos: PhotoStorage
}

const BATCH = 100
/** An upload that has written its files has its row long before this. */
const ORPHAN_AFTER_MS = 60 * 60 * 1000

/** Deletes the files of photos whose rows are gone. */
export async function removeDeletedPhotos({ db, photos }: RowsAndFiles): Promise<void> {
  for (;;) {
    const keys = await removedPhotoKeys(db, BATCH)
    if (keys.length === 0) return
    const results = await Promise.allSettled(keys.map(key => photos.remove(key)))
    const failed = results.find(result => result.status === 'rejected')
    await forgetRemovedPhotos(
      db,
      keys.filter((_, index) => results[index]?.status === 'fulfilled'),
    )
    if (failed) throw failed.reason
  }
}

/** Deletes files that never got a row: an upload was cut off between the two. @returns how many photos. */
export async function sweepOrphans({ db, photos }: RowsAndFiles, now = new Date()): Promise<number> {
  let swept = 0
  const check = async (keys: string[]) => {
    const known = await knownPhotoKeys(db, keys)
    const orphans = [...new Set(keys)].filter(key => !known.has(key))
    await Promise.all(orphans.map(key => photos.remove(key)))
    swept += orphans.length
  }
  const keys: string[] = []
  for await (const key of photos.list(new Date(now.getTime() - ORPHAN_AFTER_MS))) {
    keys.push(key)
    if (keys.length === BATCH) await check(keys.splice(0))
  }
  if (keys.length > 0) await check(keys)
  return swept
}

/** Runs the deletion of files soon after rows go; a call while it runs makes it run once more. */
export class PhotoSweeper {
  readonly #parts: RowsAndFiles & { log: FastifyBaseLogger }
  #running: Promise<void> | null = null
  #again = false

  constructor(parts: RowsAndFiles & { log: FastifyBaseLogger }) {
    this.#parts = parts
  }

  soon(): void {
    this.#again = true
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
  }

  async settled(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#again) {
      this.#again = false
      // What fails now stays listed and is deleted the next time.
      await removeDeletedPhotos(this.#parts).catch(error =>
        this.#parts.log.warn({ code: error?.code }, 'photo files could not be deleted yet'),
      )
    }
  }
}
