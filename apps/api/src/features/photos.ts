import { deletePhoto } from '@barkyard/db/queries/photos'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { inAuditedTransaction } from '../access/audit.ts'
import { forbidden, notFound } from '../errors.ts'
import { dogsChanged } from '../realtime/notify.ts'
import { router, signedInProcedure } from '../trpc/init.ts'
import { ownerOrAny } from './dogs.ts'

export const photosRouter = router({
  delete: signedInProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/photos/{photoId}',
        tags: ['photos'],
        summary: 'Delete a photo',
        protect: true,
      },
      asDog: 'photo-deleted-as-dog',
    })
    .input(z.object({ photoId: id }))
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      const { services, caller } = ctx
      const outcome = await ctx.writes.write(db =>
        inAuditedTransaction(db, caller, async (trx, note) => {
          const deleted = await deletePhoto(trx, input.photoId, ownerOrAny(caller))
          if (deleted === 'not found') throw notFound('Photo')
          if (deleted === 'not own') throw forbidden('This is not a photo of your dog')
          if (deleted.ownerId !== caller.userId) await note({ action: 'photo-deleted', dogId: deleted.dogId })
          return deleted
        }),
      )
      services.sweeper.sweepSoon()
      dogsChanged(services, [caller.userId, ...outcome.userIds], [outcome.dogId])
      return { ok: true as const }
    }),
})
