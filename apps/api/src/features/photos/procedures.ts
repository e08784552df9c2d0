import { deletePhoto, focusPhoto } from '@barkyard/db/queries/photos/photos'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { photoEditSchema, photoSchema } from '@barkyard/domain/schemas/photo'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { editorOf } from '../../platform/access/viewer.ts'
import { orRefuse } from '../../platform/errors.ts'
import { router, signedInProcedure } from '../../platform/trpc/init.ts'

export const photosRouter = router({
  focus: signedInProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/photos/{photoId}',
        tags: ['photos'],
        operationId: 'focusPhoto',
        summary: 'Set the focus point of a photo',
        description: 'Only for photos of your dogs. Admins can change any photo.',
        errors: ['not-your-photo', 'photo-not-found'],
      },
      asDog: 'photo-focused-as-dog',
    })
    .input(photoEditSchema.extend({ photoId: id }))
    .output(photoSchema)
    .mutation(({ ctx: { caller, write }, input: { photoId, focus } }) =>
      write(async (trx, effects) => {
        const { photo, ownerId, userIds } = orRefuse(await focusPhoto(trx, photoId, editorOf(caller), focus))
        const { dogId } = photo
        effects.audit({ action: 'dog-edited', dogId, detail: { fields: ['photos'] } }, { ownerId })
        effects.dogsChanged([caller.userId, ...userIds], [dogId])
        return photo
      }),
    ),

  delete: signedInProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/photos/{photoId}',
        tags: ['photos'],
        operationId: 'deletePhoto',
        summary: 'Delete a photo',
        done: 'The photo is deleted.',
        description: 'Only photos of your dogs. Admins can delete any photo.',
        errors: ['not-your-photo', 'photo-not-found'],
      },
      asDog: 'photo-deleted-as-dog',
    })
    .input(z.object({ photoId: id }))
    .output(doneSchema)
    .mutation(({ ctx: { caller, write }, input }) =>
      write(async (trx, effects) => {
        const { dogId, ownerId, userIds } = orRefuse(await deletePhoto(trx, input.photoId, editorOf(caller)))
        effects.audit({ action: 'photo-deleted', dogId }, { ownerId })
        effects.dogsChanged([caller.userId, ...userIds], [dogId])
        effects.photosDeleted()
        return { ok: true as const }
      }),
    ),
})
