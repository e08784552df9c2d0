import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@barkyard/db/open'
import {
  abandonPhotoKey,
  abandonPhotoKeysOf,
  forgetOutdatedPhotos,
  forgetRemovedPhotos,
  newPhotoKey,
  outdatedPhotoKeys,
  recordPhotoKeys,
  removedPhotoKeys,
  renamePhoto,
} from '@barkyard/db/queries/photos/photo-keys'
import { isKeptByReport, renameKeptPhoto } from '@barkyard/db/queries/reports/kept-photos'
import { evidenceKey, isEvidence } from '@barkyard/domain/photo'
import type { FastifyBaseLogger } from 'fastify'
import { redactError } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { type PhotoStorage, readFiles } from '../../platform/storage/photo-storage.ts'
import type { After, Effects } from '../../platform/write.ts'

/**
 * Copies the files of a photo that its dog no longer shows but a report keeps. The public address stops working, and the
 * copy has a new, secret key. A crash in between leaves a noted key, which is given up later.
 */
async function saveKeptCopy({ db, photos }: { db: Db; photos: PhotoStorage }, key: string): Promise<void> {
  if (!(await isKeptByReport(db, key))) return
  const files = await readFiles(photos, key)
  if (!files) return
  const copy = isEvidence(key) ? evidenceKey(newPhotoKey()) : newPhotoKey()
  await recordPhotoKeys(db, [copy])
  await photos.save(copy, files)
  // No report keeps the photo any more, or the new key was given up meanwhile. Delete the copy too.
  if (!(await renameKeptPhoto(db, key, copy))) await abandonPhotoKey(db, copy)
}

interface RowsAndFiles {
  db: Db
  photos: PhotoStorage
}

const BATCH = 100
/** An upload stores its row long before this time is over. */
const UPLOAD_WITHIN_MS = 60 * 60 * 1000
const RETRY_MS = 60_000
/** The longest time that the answer to a deletion waits for its files. */
const ANSWER_WITHIN_MS = 3_000

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
export const abandonUploads = (db: Db, now = new Date()): Promise<number> =>
  abandonPhotoKeysOf(db, new Date(now.getTime() - UPLOAD_WITHIN_MS))

const deleteFiles: After = ({ sweeper }) => sweeper.sweepNow()

/** Rows of photos are gone: their files are deleted before the caller gets its response. */
export const photosDeleted = (effects: Effects): void => effects.after(deleteFiles)

/** The photos of a hidden dog, or of all dogs of an owner, get new addresses before the caller gets its response. */
export const photosOutdated = (effects: Effects, ownerId: string | null): void =>
  effects.after(async ({ sweeper, bus }) => {
    await sweeper.sweepNow()
    // Only the owner still sees these photos.
    if (ownerId !== null) bus.publish(eventFor([ownerId], { type: 'refresh' }))
  })

/** Moves and deletes files soon after their rows are marked or deleted. A call during a run causes one more run. */
export class PhotoSweeper {
  readonly #services: RowsAndFiles & { log: FastifyBaseLogger }
  #running: Promise<void> | null = null
  #again = false
  #failures = 0
  #retry: NodeJS.Timeout | undefined

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
    await Promise.race([this.settled(), sleep(ANSWER_WITHIN_MS, undefined, { ref: false })])
  }

  async settled(): Promise<void> {
    await this.#running
  }

  async stop(): Promise<void> {
    await this.settled()
    clearTimeout(this.#retry)
  }

  async #run(): Promise<void> {
    while (this.#again) {
      this.#again = false
      clearTimeout(this.#retry)
      try {
        try {
          await giveNewAddresses(this.#services)
        } finally {
          await removeDeletedPhotos(this.#services)
        }
        this.#failures = 0
      } catch (error) {
        // Files that fail stay listed. A storage that is only just starting is not worth a warning.
        if (++this.#failures === 2)
          this.#services.log.warn({ error: redactError(error) }, 'photo files could not be deleted yet')
        this.#retry = setTimeout(() => this.sweepSoon(), RETRY_MS)
      }
    }
  }
}

interface RowsAndFiles {
  db: Db
  photos: PhotoStorage
}

/** Photos that get new addresses at once. */
const MOVED_AT_ONCE = 20

/**
 * Gives the photos of hidden dogs new addresses, for their owners and admins. The files at the old ones are deleted next.
 * After a crash it starts again: a new key without a row is given up later.
 */
async function giveNewAddresses({ db, photos }: RowsAndFiles): Promise<void> {
  for (;;) {
    const keys = await outdatedPhotoKeys(db, MOVED_AT_ONCE)
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
