import { deletePhoto, focusPhoto, restorePhoto } from '@barkyard/db/queries/photos/photos'
import { PHOTO_RESTORE_MS, PHOTOS_PER_DOG } from '@barkyard/domain/photo'
import { id } from '@barkyard/domain/schemas/fields'
import { photoEditSchema, photoSchema } from '@barkyard/domain/schemas/photo'
import { z } from 'zod'
import { viewerOf } from '../../platform/access/requirements.ts'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { dogsChanged } from '../../platform/realtime/bus.ts'
import { doneOutput, router, signedInProcedure } from '../../platform/trpc/init.ts'
import { photosDeleted } from './index.ts'
import { PURGE_PHOTO } from './jobs.ts'

export const photosRouter = router({
  focus: signedInProcedure
    .meta({
      rest: 'PATCH /photos/{photoId}',
      operationId: 'focusPhoto',
      summary: 'Set the focus point of a photo',
      description: 'Only for photos of your dogs. Admins can change any photo.',
      errors: ['not-your-photo', 'photo-not-found'],
      asDog: 'photo-focused-as-dog',
    })
    .input(photoEditSchema.extend({ photoId: id }))
    .output(photoSchema)
    .mutation(({ ctx: { caller, write }, input: { photoId, focus } }) =>
      write(async (trx, effects) => {
        const { photo, ownerId, userIds } = unwrapOrThrow(await focusPhoto(trx, viewerOf(caller), photoId, focus))
        const { dogId } = photo
        effects.audit({ action: 'dog-edited', dogId, detail: { fields: ['photos'] } }, { ownerId })
        dogsChanged(effects, [caller.userId, ...userIds], [dogId])
        return photo
      }),
    ),

  delete: signedInProcedure
    .meta({
      rest: 'DELETE /photos/{photoId}',
      operationId: 'deletePhoto',
      summary: 'Delete a photo',
      done: 'The photo is deleted, and its addresses are 404. It can be restored for a minute.',
      description: 'Only photos of your dogs. Admins can delete any photo.',
      errors: ['not-your-photo', 'photo-not-found'],
      asDog: 'photo-deleted-as-dog',
    })
    .input(z.object({ photoId: id }))
    .output(doneOutput)
    .mutation(({ ctx: { services, caller, write }, input: { photoId } }) =>
      write(async (trx, effects) => {
        const at = services.now()
        const deleted = await deletePhoto(trx, viewerOf(caller), photoId, { by: caller.userId, at })
        const { photo, ownerId, userIds } = unwrapOrThrow(deleted)
        const { dogId } = photo
        effects.audit({ action: 'photo-deleted', dogId }, { ownerId })
        dogsChanged(effects, [caller.userId, ...userIds], [dogId])
        photosDeleted(effects)
        effects.job(PURGE_PHOTO, { photoId }, { dueAt: new Date(at.getTime() + PHOTO_RESTORE_MS) })
      }),
    ),

  restore: signedInProcedure
    .meta({
      rest: 'POST /photos/{photoId}/restore',
      operationId: 'restorePhoto',
      summary: 'Restore a deleted photo',
      description:
        'Only a photo that you deleted yourself, within a minute. It returns to its place among the dog’s photos, with new addresses. A photo that is not deleted stays as it is.',
      errors: ['not-your-photo', 'photo-not-found', 'photos-full'],
      asDog: 'photo-restored-as-dog',
    })
    .input(z.object({ photoId: id }))
    .output(photoSchema)
    .mutation(({ ctx: { services, caller, write }, input: { photoId } }) =>
      write(async (trx, effects) => {
        const since = new Date(services.now().getTime() - PHOTO_RESTORE_MS)
        const rule = { by: caller.userId, since, atMost: PHOTOS_PER_DOG }
        const { photo, ownerId, userIds } = unwrapOrThrow(await restorePhoto(trx, viewerOf(caller), photoId, rule))
        const { dogId } = photo
        effects.audit({ action: 'photo-restored', dogId }, { ownerId })
        dogsChanged(effects, [caller.userId, ...userIds], [dogId])
        return photo
      }),
    ),
})
