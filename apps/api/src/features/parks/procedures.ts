import { findPark, listParks, parksOfMatch } from '@barkyard/db/queries/parks/parks'
import { listSuggestions, suggestPark } from '@barkyard/db/queries/parks/suggestions'
import {
  PARKS,
  PARKS_BESIDE_KM,
  PARKS_DEFAULT,
  PARKS_OF_MATCH_KM,
  SUGGESTIONS_PER_MONTH,
  SUGGESTIONS_WAITING,
} from '@barkyard/domain/parks'
import type { Place } from '@barkyard/domain/place'
import { id, idAsSent } from '@barkyard/domain/schemas/fields'
import { listQueryOf, pageOf } from '@barkyard/domain/schemas/paging'
import {
  adminParkSchema,
  type ParkQuery,
  parkQuerySchema,
  parkSchema,
  parkSuggestionSchema,
} from '@barkyard/domain/schemas/park'
import { z } from 'zod'
import { AppError, foundOrThrow, unwrapOrThrow } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { actingProcedure, router, signedInProcedure } from '../../platform/trpc/init.ts'
import { placeOf, seenFrom } from './index.ts'

function pointOf({ near, lat, lng }: ParkQuery): Place | null {
  if (lat === undefined && lng === undefined) return null
  const path = near === 'yes' ? ['near', 'lat', 'lng'] : lat === undefined ? 'lat' : 'lng'
  if (near === 'yes') throw new AppError('invalid-input', { path, message: 'Send either near or a point' })
  if (lat === undefined || lng === undefined) throw new AppError('invalid-input', { path, message: 'Required' })
  return { lat, lng }
}

export const parksRouter = router({
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
        return seenFrom(trx, caller, park)
      }),
    ),

  mine: signedInProcedure
    .meta({
      rest: 'GET /parks/mine',
      operationId: 'listSuggestedParks',
      summary: 'The parks that you suggested, newest first',
      description: '`state` is `waiting` until a moderator decides. A refused one is `closed`, and `reason` says why.',
    })
    .input(listQueryOf(PARKS_DEFAULT).prefault({}))
    .output(pageOf(adminParkSchema))
    .query(async ({ ctx: { services, caller }, input }) => {
      const from = await placeOf(services, caller)
      return unwrapOrThrow(await listSuggestions(services.db, caller.userId, { ...input, from }))
    }),

  list: signedInProcedure
    .meta({
      rest: 'GET /parks',
      operationId: 'listParks',
      summary: 'Parks where dogs meet',
      description: `Open ones. \`near=yes\`: around the acting dog’s owner, nearest first. \`lat\` and \`lng\`: around a point, nearest first. \`query\` alone: by name. Without any of these: the ${PARKS.length} that are there from the start, in San Francisco.`,
      errors: ['no-place'],
    })
    .input(parkQuerySchema.prefault({}))
    .output(pageOf(parkSchema))
    .query(async ({ ctx: { services, caller }, input }) => {
      const asked = pointOf(input)
      const from = await placeOf(services, caller)
      if (input.near === 'yes' && !from) throw new AppError('no-place')
      const point = input.near === 'yes' ? from : asked
      const around = point ? { point, km: input.distance } : undefined
      return services.listCursors.page(
        `${caller.actingUserId}${around ? ' around' : ''}`,
        input,
        ({ query, limit, cursor }) => listParks(services.db, { from, around, query, limit, cursor }),
      )
    }),

  get: signedInProcedure
    .meta({
      rest: 'GET /parks/{id}',
      operationId: 'getPark',
      summary: 'A park',
      description: 'Also one that was closed.',
      errors: ['park-not-found'],
    })
    .input(z.object({ id: idAsSent.describe('The id of the park.') }))
    .output(parkSchema)
    .query(async ({ ctx: { services, caller }, input }) =>
      foundOrThrow(await findPark(services.db, input.id, await placeOf(services, caller)), 'park-not-found'),
    ),

  ofMatch: actingProcedure
    .meta({
      rest: 'GET /matches/{matchId}/parks',
      operationId: 'listParksOfMatch',
      summary: 'Parks to plan a playdate in',
      description: `Those within ${PARKS_OF_MATCH_KM} km of you, nearest first, then those within ${PARKS_OF_MATCH_KM} km of the other dog, by name. If there are none, or you have no place: those of \`GET /parks\`.`,
      errors: ['match-not-found'],
    })
    .input(z.object({ matchId: id.describe('The match whose dogs will meet.') }))
    .output(z.array(parkSchema))
    .query(async ({ ctx: { services, viewer }, input }) =>
      foundOrThrow(await parksOfMatch(services.db, viewer, input.matchId), 'match-not-found'),
    ),
})
