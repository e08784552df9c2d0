import { listSkips, skipDog, undoSkip } from '@barkyard/db/queries/skips/skips'
import { SKIPS_DEFAULT, SKIPS_MAX } from '@barkyard/domain/paging'
import { id } from '@barkyard/domain/schemas/fields'
import { listQueryOf, pageOf } from '@barkyard/domain/schemas/paging'
import { skipSchema } from '@barkyard/domain/schemas/skip'
import { z } from 'zod'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { dogsChanged } from '../../platform/realtime/bus.ts'
import { actingProcedure, doneOutput, requireCursor, router } from '../../platform/trpc/init.ts'

/** Dogs that the acting dog's searches leave out. Nobody else learns of it. */
export const skipsRouter = router({
  list: actingProcedure
    .meta({
      rest: 'GET /skips',
      operationId: 'listSkips',
      summary: 'Dogs that are not for your dog, newest first',
      description: 'Of the acting dog.',
    })
    .input(listQueryOf(SKIPS_DEFAULT).prefault({}), requireCursor)
    .output(pageOf(skipSchema))
    .query(async ({ ctx: { services, viewer }, input }) => unwrapOrThrow(await listSkips(services.db, viewer, input))),

  create: actingProcedure
    .meta({
      rest: 'POST /skips',
      operationId: 'skipDog',
      summary: 'Leave a dog out of your dog’s searches',
      description: `The acting dog no longer finds it; the other side learns nothing. At most ${SKIPS_MAX} for each dog of yours. The same dog again returns the same skip.`,
      errors: ['own-dog', 'dog-not-found', 'skips-full'],
    })
    .input(z.object({ dogId: id.describe('The dog to leave out.') }))
    .output(skipSchema)
    .mutation(({ ctx: { services, viewer, write }, input }) =>
      write(async (trx, effects) => {
        const rule = { now: services.now(), atMost: SKIPS_MAX }
        const skip = unwrapOrThrow(await skipDog(trx, viewer, input.dogId, rule), { 'own-dog': { path: 'dogId' } })
        dogsChanged(effects, [viewer.userId])
        return skip
      }),
    ),

  undo: actingProcedure
    .meta({
      rest: 'DELETE /skips/{id}',
      operationId: 'undoSkip',
      summary: 'Find a dog again',
      done: 'Searches of the acting dog find the dog again.',
      description: 'For the skips of the acting dog.',
      errors: ['skip-not-found'],
    })
    .input(z.object({ id }))
    .output(doneOutput)
    .mutation(({ ctx: { viewer, write }, input }) =>
      write(async (trx, effects) => {
        unwrapOrThrow(await undoSkip(trx, viewer, input.id))
        dogsChanged(effects, [viewer.userId])
      }),
    ),
})
