import { editPreferences, findPreferences } from '@barkyard/db/queries/notifications/preferences'
import { preferencesEditSchema, preferencesSchema } from '@barkyard/domain/schemas/preferences'
import { z } from 'zod'
import { router, signedInProcedure } from '../../platform/trpc/init.ts'

export const preferencesRouter = router({
  get: signedInProcedure
    .meta({
      rest: 'GET /preferences',
      operationId: 'getPreferences',
      summary: 'Your notification preferences',
      description: 'They belong to the account, whichever dog is active.',
    })
    .input(z.void())
    .output(preferencesSchema)
    .query(({ ctx: { services, caller } }) => findPreferences(services.db, caller.userId)),

  edit: signedInProcedure
    .meta({
      rest: 'PATCH /preferences',
      operationId: 'editPreferences',
      summary: 'Change your preferences',
      description: 'Changes only the fields sent, within kinds and reminders too.',
    })
    .input(preferencesEditSchema)
    .output(preferencesSchema)
    .mutation(({ ctx: { services, caller, write }, input }) =>
      write(trx => editPreferences(trx, caller.userId, input, services.now())),
    ),
})
