import { deleteSearch, listSearches, saveSearch } from '@barkyard/db/queries/searches/searches'
import { id } from '@barkyard/domain/schemas/fields'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { newSearchSchema, searchSchema } from '@barkyard/domain/schemas/search'
import { z } from 'zod'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { router, signedInProcedure } from '../../platform/trpc/init.ts'

/** Saved searches of an account, whichever dog it acts as. */
export const searchesRouter = router({
  list: signedInProcedure
    .meta({ rest: 'GET /searches' })
    .input(z.void())
    .output(z.array(searchSchema))
    .query(({ ctx: { services, caller } }) => listSearches(services.db, caller.userId)),

  create: signedInProcedure
    .meta({ rest: 'POST /searches', errors: ['searches-full'] })
    .input(newSearchSchema)
    .output(searchSchema)
    .mutation(({ ctx: { services, caller, write }, input }) =>
      write(async trx => unwrapOrThrow(await saveSearch(trx, caller.userId, input, services.now()))),
    ),

  delete: signedInProcedure
    .meta({ rest: 'DELETE /searches/{id}', errors: ['search-not-found'] })
    .input(z.object({ id }))
    .output(doneSchema)
    .mutation(({ ctx: { caller, write }, input }) =>
      write(async trx => {
        unwrapOrThrow(await deleteSearch(trx, caller.userId, input.id))
        return { ok: true as const }
      }),
    ),
})
