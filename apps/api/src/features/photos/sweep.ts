import type { Db } from '@barkyard/db/open'
import { forgetRemovedPhotos, giveUpPhotoKeysOf, removedPhotoKeys } from '@barkyard/db/queries/photo-keys'
import type { FastifyBaseLogger } from 'fastify'
import { saveKeptCopy } from './kept-copies.ts'
import type { PhotoStorage } from './photo-storage.ts'

interface RowsAndFiles {
  db: Db
  photos: PhotoStorage
}

const BATCH = 100
/** An upload stores its row long before this time is over. */
const UPLOAD_WITHIN_MS = 60 * 60 * 1000
/** The longest time that the answer to a deletion waits for its files. */
const ANSWER_WITHIN_MS = 1_000

/** Deletes the files of photos whose rows are gone. Those that a report keeps are copied first, under another key. */
export async function removeDeletedPhotos({ db, photos }: RowsAndFiles): Promise<void> {
  for (;;) {
    const keys = await removedPhotoKeys(db, BATCH)
    if (keys.length === 0) return
    const results = await Promise.allSettled(keys.map(key => remove({ db, photos }, key)))
    const failed = results.find(result => result.status === 'rejected')
    await forgetRemovedPhotos(
      db,
      keys.filter((_, index) => results[index]?.status === 'fulfilled'),
    )
    if (failed) throw failed.reason
  }
}

async function remove({ db, photos }: RowsAndFiles, key: string): Promise<void> {
  await saveKeptCopy({ db, photos }, key)
  await photos.remove(key)
}

/** Gives up uploads that stopped after writing files and before adding their row. Their files are deleted next. @returns how many. */
export const giveUpUploads = (db: Db, now = new Date()): Promise<number> =>
  giveUpPhotoKeysOf(db, new Date(now.getTime() - UPLOAD_WITHIN_MS))

/** Deletes files soon after their rows are deleted. A call during a run causes one more run. */
export class PhotoSweeper {
  readonly #services: RowsAndFiles & { log: FastifyBaseLogger }
  #running: Promise<void> | null = null
  #again = false

  constructor(services: RowsAndFiles & { log: FastifyBaseLogger }) {
    this.#services = services
  }

  sweepSoon(): void {
    this.#again = true
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
  }

  /**
   * Deletes them before the caller answers, so that a deleted photo's address is 404 at once. A slow storage or a long
   * list does not hold the answer back: the rest is deleted afterwards.
   */
  async sweepNow(): Promise<void> {
    this.sweepSoon()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, ANSWER_WITHIN_MS)
    })
    await Promise.race([this.settled(), late]).finally(() => clearTimeout(timer))
  }

  async settled(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#again) {
      this.#again = false
      // Files that fail stay listed and are deleted the next time.
      await removeDeletedPhotos(this.#services).catch(error =>
        this.#services.log.warn({ code: error?.code }, 'photo files could not be deleted yet'),
      )
    }
  }
}
