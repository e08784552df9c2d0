import { editPreferences, findPreferences } from '@barkyard/db/queries/notifications/preferences'
import { preferencesEditSchema, preferencesSchema } from '@barkyard/domain/schemas/preferences'
import { z } from 'zod'
import { router, signedInProcedure } from '../../platform/trpc/init.ts'

const tags = ['notifications']

export const preferencesRouter = router({
  get: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/preferences',
        tags,
        operationId: 'getPreferences',
        summary: 'Your notification preferences',
        description: 'They belong to the account, whichever dog is active.',
      },
    })
    .input(z.void())
    .output(preferencesSchema)
    .query(({ ctx: { services, caller } }) => findPreferences(services.db, caller.userId)),

  edit: signedInProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/preferences',
        tags,
        operationId: 'editPreferences',
        summary: 'Change your preferences',
        description: 'Changes only the fields sent, within kinds and reminders too.',
      },
    })
    .input(preferencesEditSchema)
    .output(preferencesSchema)
    .mutation(({ ctx: { services, caller, write }, input }) =>
      write(trx => editPreferences(trx, caller.userId, input, services.now())),
    ),
})
