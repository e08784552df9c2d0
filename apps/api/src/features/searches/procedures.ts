import { deleteSearch, listSearches, saveSearch } from '@barkyard/db/queries/searches/searches'
import { id } from '@barkyard/domain/schemas/fields'
import { newSearchSchema, searchSchema } from '@barkyard/domain/schemas/search'
import { SEARCHES_PER_USER } from '@barkyard/domain/search'
import { z } from 'zod'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { doneOutput, router, signedInProcedure } from '../../platform/trpc/init.ts'

export const searchesRouter = router({
  list: signedInProcedure
    .meta({
      rest: 'GET /searches',
      operationId: 'listSearches',
      summary: 'Your saved searches, newest first',
      description: `At most ${SEARCHES_PER_USER}, without paging.`,
    })
    .output(z.array(searchSchema))
    .query(({ ctx: { services, caller } }) => listSearches(services.db, caller.userId)),

  create: signedInProcedure
    .meta({
      rest: 'POST /searches',
      operationId: 'saveSearch',
      summary: 'Save a search',
      description: `You are notified of dogs that are new in it, once a day at 18:00 of your time zone: only of dogs created since the last look, never of dogs that have moved. At most ${SEARCHES_PER_USER}.`,
      errors: ['searches-full'],
    })
    .input(newSearchSchema)
    .output(searchSchema)
    .mutation(({ ctx: { services, caller, write }, input }) =>
      write(async trx => unwrapOrThrow(await saveSearch(trx, caller.userId, input, services.now()))),
    ),

  delete: signedInProcedure
    .meta({
      rest: 'DELETE /searches/{id}',
      operationId: 'deleteSearch',
      summary: 'Delete a saved search',
      done: 'The search is deleted.',
      description: 'You are no longer notified of dogs in it.',
      errors: ['search-not-found'],
    })
    .input(z.object({ id }))
    .output(doneOutput)
    .mutation(({ ctx: { caller, write }, input }) =>
      write(async trx => unwrapOrThrow(await deleteSearch(trx, caller.userId, input.id))),
    ),
})
