import { addPhotoHash, photosToHash } from '@barkyard/db/queries/photos/photo-keys'
import { purgePhoto } from '@barkyard/db/queries/photos/photos'
import { PHOTO_RESTORE_MS } from '@barkyard/domain/photo'
import { type JobHandler, type JobKind, writeJob } from '../../platform/jobs/runner.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { bytesOf, fileNames } from '../../platform/storage/photo-storage.ts'
import type { Services } from '../../services.ts'
import { photosDeleted } from './index.ts'

/** The last photo that was seen; null: none yet. */
interface HashOldPhotos {
  after: string | null
}

/** A migration puts the first one. */
export const HASH_OLD_PHOTOS: JobKind<HashOldPhotos> = { name: 'hash-old-photos' }

const AT_ONCE = 50
/** The pause before the next job: uploads need the processor too. */
const PAUSE_MS = 2_000
const TRY_AGAIN_MS = 60_000
const TRIES = 20

/** Hashes photos from before there were hashes, for later comparisons. It opens no cases. A job puts the next. */
export const hashOldPhotosHandler = ({ db, write, now, photos }: Services): JobHandler<HashOldPhotos> => ({
  kind: HASH_OLD_PHOTOS,
  atOnce: 1,
  async run({ payload: { after }, attempt }) {
    const batch = await photosToHash(db, after, AT_ONCE)
    const hashes: { id: string; hash: bigint }[] = []
    // Most processes never hash a photo, and never load the library.
    const { hashOf } = await import('../../platform/storage/photo-image.ts')
    for (const { id, key } of batch.filter(photo => !photo.isDone)) {
      const file = await bytesOf(photos, fileNames(key).thumb).catch(error => {
        if (attempt < TRIES) throw error
      })
      // A file that cannot be read or decoded is left out, so that it does not hold up the others.
      const hash = file && (await hashOf(file).catch(() => null))
      if (hash) hashes.push({ id, hash })
    }
    await write(null, async (trx, effects) => {
      for (const { id, hash } of hashes) await addPhotoHash(trx, id, hash)
      const last = batch.length === AT_ONCE ? batch.at(-1) : undefined
      if (last)
        effects.job(HASH_OLD_PHOTOS, { after: last.id }, { key: last.id, dueAt: new Date(now().getTime() + PAUSE_MS) })
    })
    return undefined
  },
  pauseAfter: attempt => (attempt < TRIES ? TRY_AGAIN_MS : null),
})

export const PURGE_PHOTO: JobKind<{ photoId: string }> = { name: 'purge-photo' }

/** Deletes the row and the files of a deleted photo, once it cannot be restored any more. */
export const purgePhotoHandler = writeJob(PURGE_PHOTO, async (trx, effects, { photoId }, now) => {
  // One that was restored and deleted again has a later job.
  const adminIds = await purgePhoto(trx, photoId, new Date(now.getTime() - PHOTO_RESTORE_MS))
  photosDeleted(effects)
  effects.event(eventFor(adminIds, { type: 'reports' }))
})
