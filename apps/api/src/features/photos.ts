import { deletePhoto, focusPhoto } from '@barkyard/db/queries/photos'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { photoEditSchema, photoSchema } from '@barkyard/domain/schemas/photo'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { inAuditedTransaction } from '../access/audit.ts'
import { editorOf } from '../access/viewer.ts'
import { AppError, notFound } from '../errors.ts'
import { dogsChanged } from '../realtime/notify.ts'
import { EXAMPLES } from '../rest/examples.ts'
import { router, signedInProcedure } from '../trpc/init.ts'

export const photosRouter = router({
  focus: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'PATCH', path: '/photos/{photoId}', tags: ['photos'], operationId: 'focusPhoto' },
        summary: 'Set the focus point of a photo',
        description: 'Only for photos of your dogs. Admins can change any photo.',
        errors: ['not-your-photo', 'photo-not-found'],
        example: {
          body: { focus: { x: 0.4, y: 0.3 } },
          answer: { ...EXAMPLES.Photo, focus: { x: 0.4, y: 0.3 } },
        },
      },
      asDog: 'photo-focused-as-dog',
    })
    .input(photoEditSchema.extend({ photoId: id }))
    .output(photoSchema)
    .mutation(async ({ ctx: { services, caller, writes }, input: { photoId, focus } }) => {
      const { photo, userIds } = await writes.write(db =>
        inAuditedTransaction(db, caller, async (trx, note) => {
          const outcome = await focusPhoto(trx, photoId, editorOf(caller), focus)
          if (outcome === 'not found') throw notFound('Photo')
          if (outcome === 'not own') throw new AppError('not-your-photo')
          if (outcome.ownerId !== caller.userId)
            await note({ action: 'dog-edited', dogId: outcome.photo.dogId, detail: { fields: ['photos'] } })
          return outcome
        }),
      )
      dogsChanged(services, [caller.userId, ...userIds], [photo.dogId])
      return photo
    }),

  delete: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'DELETE', path: '/photos/{photoId}', tags: ['photos'], operationId: 'deletePhoto' },
        summary: 'Delete a photo',
        description: 'Only photos of your dogs. Admins can delete any photo.',
        errors: ['not-your-photo', 'photo-not-found'],
      },
      asDog: 'photo-deleted-as-dog',
    })
    .input(z.object({ photoId: id }))
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      const { services, caller } = ctx
      const outcome = await ctx.writes.write(db =>
        inAuditedTransaction(db, caller, async (trx, note) => {
          const deleted = await deletePhoto(trx, input.photoId, editorOf(caller))
          if (deleted === 'not found') throw notFound('Photo')
          if (deleted === 'not own') throw new AppError('not-your-photo')
          if (deleted.ownerId !== caller.userId) await note({ action: 'photo-deleted', dogId: deleted.dogId })
          return deleted
        }),
      )
      dogsChanged(services, [caller.userId, ...outcome.userIds], [outcome.dogId])
      await services.sweeper.sweepNow()
      return { ok: true as const }
    }),
})
