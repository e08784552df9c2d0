import { listSuggestions, suggestPark } from '@barkyard/db/queries/parks/suggestions'
import { PARKS_BESIDE_KM, PARKS_DEFAULT, SUGGESTIONS_PER_MONTH, SUGGESTIONS_WAITING } from '@barkyard/domain/parks'
import { listQuerySchema, pageOf } from '@barkyard/domain/schemas/paging'
import { adminParkSchema, parkSuggestionSchema } from '@barkyard/domain/schemas/park'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { signedInProcedure } from '../../platform/trpc/init.ts'
import { placeOf } from './place-of.ts'

/** Parks that owners suggest. */
export const suggestionProcedures = {
  suggest: signedInProcedure
    .meta({
      rest: 'POST /parks',
      operationId: 'suggestPark',
      summary: 'Suggest a park',
      description: `A public place, never a home. Nobody but you and the moderators sees it until one of them approves it; you are told of either outcome, and others never learn that it was you. Where the server sends mail, your address must be confirmed. At most ${SUGGESTIONS_WAITING} wait at a time, and ${SUGGESTIONS_PER_MONTH} in 30 days. Within ${PARKS_BESIDE_KM * 1000} m of a suggestion that was refused, it is refused at once.`,
      errors: ['unverified', 'suggestions-full', 'refused-before'],
    })
    .input(parkSuggestionSchema)
    .output(adminParkSchema)
    .mutation(({ ctx: { services, caller, write }, input }) =>
      write(async (trx, effects) => {
        const { userId } = caller
        const needsVerified = services.mails.isOn
        const { park, adminIds } = unwrapOrThrow(
          await suggestPark(trx, { ...input, userId, needsVerified, now: services.now() }),
        )
        effects.event(eventFor([...adminIds, userId], { type: 'reports' }))
        return park
      }),
    ),

  mine: signedInProcedure
    .meta({
      rest: 'GET /parks/mine',
      operationId: 'listSuggestedParks',
      summary: 'The parks that you suggested, newest first',
      description: `\`state\` is \`waiting\` until a moderator decides. A refused one is \`closed\`, and \`reason\` says why. The default limit is ${PARKS_DEFAULT}.`,
      isPage: true,
    })
    .input(listQuerySchema)
    .output(pageOf(adminParkSchema))
    .query(async ({ ctx: { services, caller }, input }) => {
      const { limit = PARKS_DEFAULT, cursor } = input ?? {}
      const from = await placeOf(services, caller)
      return unwrapOrThrow(await listSuggestions(services.db, caller.userId, { limit, cursor, from }))
    }),
}
