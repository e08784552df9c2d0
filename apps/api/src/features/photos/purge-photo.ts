import { purgePhoto } from '@barkyard/db/queries/photos/photos'
import { PHOTO_RESTORE_MS } from '@barkyard/domain/photo'
import { redactError } from '../../platform/errors.ts'
import type { JobHandler, JobKind } from '../../platform/jobs/runner.ts'
import type { Services } from '../../services.ts'
import { photosDeleted } from './sweep.ts'

export const PURGE_PHOTO: JobKind<{ photoId: string }> = { name: 'purge-photo' }

const TRY_AGAIN_MS = 10_000

/** Deletes the row and the files of a deleted photo, once it cannot be restored any more. */
export const purgePhotoHandler = ({
  write,
  now,
}: Pick<Services, 'write' | 'now'>): JobHandler<{ photoId: string }> => ({
  kind: PURGE_PHOTO,
  atOnce: 2,
  async run({ payload: { photoId } }) {
    await write(null, async (trx, effects) => {
      // One that was restored and deleted again has a later job.
      if (await purgePhoto(trx, photoId, new Date(now().getTime() - PHOTO_RESTORE_MS))) photosDeleted(effects)
    })
    return undefined
  },
  pauseAfter: () => TRY_AGAIN_MS,
  redact: redactError,
})
