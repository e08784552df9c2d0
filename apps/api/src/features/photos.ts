import { deletePhoto } from '@barkyard/db/queries/photos'
import { doneSchema } from '@barkyard/domain/match'
import { id } from '@barkyard/domain/text'
import { z } from 'zod'
import { forbidden, notFound } from '../errors.ts'
import { router, signedInProcedure } from '../trpc/init.ts'
import { inAuditedTransaction } from './audited.ts'
import { dogsChanged, ownerOrAny } from './dogs.ts'

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
    })
    .input(z.object({ photoId: id }))
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      const { parts, caller } = ctx
      const outcome = await inAuditedTransaction(parts.db, caller, async (trx, note) => {
        const deleted = await deletePhoto(trx, input.photoId, ownerOrAny(caller))
        if (typeof deleted === 'object' && deleted.ownerId !== caller.userId)
          await note({ action: 'photo deleted', dogId: deleted.dogId })
        return deleted
      })
      if (outcome === 'not found') throw notFound('Photo')
      if (outcome === 'not own') throw forbidden('This is not a photo of your dog')
      parts.sweeper.soon()
      dogsChanged(parts, [caller.userId, ...outcome.userIds], [outcome.dogId])
      return { ok: true as const }
    }),
})
