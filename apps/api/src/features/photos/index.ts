import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@barkyard/db/open'
import {
  abandonPhotoKey,
  abandonPhotoKeysOf,
  forgetPhotoKeys,
  isKeptByReport,
  listPhotoKeys,
  newPhotoKey,
  recordPhotoKeys,
  renameKeptPhoto,
  renamePhoto,
} from '@barkyard/db/queries/photos/photo-keys'
import type { ErrorReason } from '@barkyard/domain/errors'
import { evidenceKey, isEvidence } from '@barkyard/domain/photo'
import type { FastifyReply } from 'fastify'
import type { Config } from '../../config.ts'
import { foundOrThrow, redactError } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import {
  diskStorage,
  type ErrorLog,
  fileNames,
  type PhotoFiles,
  readFiles,
} from '../../platform/storage/photo-storage.ts'
import type { After, Effects, PlatformServices } from '../../platform/write.ts'
import type { Services } from '../../services.ts'

/**
 * Where an installation keeps its photos. The library of S3 takes a tenth of a second to load, so it is loaded only if it
 * is used.
 */
export const photoStorage = async ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>, log: ErrorLog) =>
  s3 ? (await import('../../platform/storage/s3.ts')).s3Storage(s3, log) : diskStorage(join(dataDir, 'photos'), log)

type RowsAndFiles = Pick<PlatformServices, 'db' | 'photos'>

const BATCH = 100
const MOVED_AT_ONCE = 20
/** An upload stores its row long before this time is over. */
const UPLOAD_WITHIN_MS = 60 * 60 * 1000
const RETRY_MS = 60_000

/** Does the work of all keys that are listed, batch by batch. Those that fail stay listed. @throws the first failure. */
async function workOff(
  list: () => Promise<string[]>,
  work: (key: string) => Promise<void>,
  forget: (keys: string[]) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const keys = await list()
    if (keys.length === 0) return
    const results = await Promise.allSettled(keys.map(work))
    await forget(keys.filter((_, index) => results[index]?.status === 'fulfilled'))
    const failed = results.find(result => result.status === 'rejected')
    if (failed) throw failed.reason
  }
}

/**
 * Copies a photo's files to a new key. A crash in between leaves a noted key, which is given up later.
 * @param rename gives the row the new key. false: there is no row any more, so the copy is deleted too.
 */
async function copyTo(
  { db, photos }: RowsAndFiles,
  key: string,
  copy: string,
  rename: (db: Db, key: string, copy: string) => Promise<boolean>,
): Promise<void> {
  const files = await readFiles(photos, key)
  // Deleted meanwhile.
  if (!files) return
  await recordPhotoKeys(db, [copy])
  await photos.save(copy, files)
  if (!(await rename(db, key, copy))) await abandonPhotoKey(db, copy)
}

/**
 * Deletes the files of photos whose rows are gone. Of those that a report keeps there is a copy first, under a new, secret
 * key: the public address stops working.
 */
export const removeDeletedPhotos = ({ db, photos }: RowsAndFiles): Promise<void> =>
  workOff(
    () => listPhotoKeys(db, 'removed_photos', BATCH),
    async key => {
      const copy = isEvidence(key) ? evidenceKey(newPhotoKey()) : newPhotoKey()
      if (await isKeptByReport(db, key)) await copyTo({ db, photos }, key, copy, renameKeptPhoto)
      await photos.remove(key)
    },
    keys => forgetPhotoKeys(db, 'removed_photos', keys),
  )

/** Gives the photos of hidden dogs new addresses, for their owners and admins. The files at the old ones are deleted next. */
const giveNewAddresses = (services: RowsAndFiles): Promise<void> =>
  workOff(
    () => listPhotoKeys(services.db, 'outdated_photos', MOVED_AT_ONCE),
    key => copyTo(services, key, newPhotoKey(), renamePhoto),
    keys => forgetPhotoKeys(services.db, 'outdated_photos', keys),
  )

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

/** Why the row of an upload is refused if its files were given up meanwhile. */
export const UPLOAD_TOO_SLOW = {
  'too-busy': { message: 'The upload took too long. Please try again.', retryAfter: 2 },
} as const

/** Writes the files of an upload, then its row. If that fails it deletes them, unless the row is there. */
export async function storeFiles<T>(services: Services, key: string, files: PhotoFiles, addRow: () => Promise<T>) {
  const { db, photos } = services
  await recordPhotoKeys(db, [key])
  await photos.save(key, files)
  try {
    return await addRow()
  } catch (error) {
    // If the database is unavailable, the hourly sweep does this.
    await abandonPhotoKey(db, key).then(
      () => services.carryOut(photosDeleted),
      () => undefined,
    )
    throw error
  }
}

/**
 * Stores the photo of a sighting or a verification, which is never public.
 * @param senderNow refuses who may not send it any more: decoding may have waited.
 * @param addRow adds its row, by the key of its files.
 */
export async function storeEvidence<S, T>(
  services: Services,
  { sender, senderNow, photo }: { sender: string; senderNow: () => Promise<S>; photo: Buffer },
  addRow: (sender: S, key: string) => Promise<T>,
): Promise<T> {
  const files = await services.decoders.makePhoto(sender, photo)
  const by = await senderNow()
  const key = evidenceKey(newPhotoKey())
  return storeFiles(services, key, files, () => addRow(by, key))
}

/** The large file of a photo; null: there is none. */
export const readLarge = async ({ photos }: Pick<PlatformServices, 'photos'>, key: string | undefined) =>
  key === undefined ? null : photos.read(fileNames(key).large)

/** Sends the file of a photo that is not public. @throws AppError `reason` if there is none */
export function sendPrivately(reply: FastifyReply, file: Awaited<ReturnType<typeof readLarge>>, reason: ErrorReason) {
  const { size, body } = foundOrThrow(file, reason)
  return reply.type('image/webp').header('cache-control', 'no-store').header('content-length', size).send(body)
}

/** Moves and deletes files soon after their rows are marked or deleted. A call during a run causes one more run. */
export class PhotoSweeper {
  /** The longest time that the answer to a deletion waits for its files. Only tests set another one. */
  answerWithinMs = 3_000
  readonly #services: Pick<PlatformServices, 'db' | 'photos' | 'log'>
  #running: Promise<void> | null = null
  #again = false
  #failures = 0
  #retry: NodeJS.Timeout | undefined

  constructor(services: Pick<PlatformServices, 'db' | 'photos' | 'log'>) {
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
    await Promise.race([this.settled(), sleep(this.answerWithinMs, undefined, { ref: false })])
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
