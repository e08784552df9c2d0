import { findPark, listParks, parksOfMatch } from '@barkyard/db/queries/parks/parks'
import { PARKS, PARKS_DEFAULT, PARKS_OF_MATCH_KM } from '@barkyard/domain/parks'
import type { Place } from '@barkyard/domain/place'
import { pageOf } from '@barkyard/domain/schemas/paging'
import { type ParkQuery, parkQuerySchema, parkSchema } from '@barkyard/domain/schemas/park'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { actingProcedure, router, signedInProcedure } from '../../platform/trpc/init.ts'
import { placeOf } from './place-of.ts'
import { suggestionProcedures } from './suggestions.ts'

/** @throws AppError invalid-input */
function pointOf({ near, lat, lng }: ParkQuery): Place | null {
  if (lat === undefined && lng === undefined) return null
  const path = near === 'yes' ? ['near', 'lat', 'lng'] : lat === undefined ? 'lat' : 'lng'
  if (near === 'yes') throw new AppError('invalid-input', { path, message: 'Send either near or a point' })
  if (lat === undefined || lng === undefined) throw new AppError('invalid-input', { path, message: 'Required' })
  return { lat, lng }
}

export const parksRouter = router({
  ...suggestionProcedures,

  list: signedInProcedure
    .meta({
      rest: 'GET /parks',
      operationId: 'listParks',
      summary: 'Parks where dogs meet',
      description: `Open ones. \`near=yes\`: around the acting dog’s owner, nearest first. \`lat\` and \`lng\`: around a point, nearest first. \`query\` alone: by name. Without any of these: the ${PARKS.length} that are there from the start, in San Francisco. The default limit is ${PARKS_DEFAULT}.`,
      errors: ['no-place'],
      isPage: true,
    })
    .input(parkQuerySchema.optional())
    .output(pageOf(parkSchema))
    .query(async ({ ctx: { services, caller }, input = parkQuerySchema.parse({}) }) => {
      const { parkCursors, db } = services
      const after = input.cursor === undefined ? undefined : parkCursors.read(caller.actingUserId, input.cursor)
      const asked = pointOf(input)
      const from = await placeOf(services, caller)
      if (input.near === 'yes' && !from) throw new AppError('no-place')
      const point = input.near === 'yes' ? from : asked
      const { items, next } = unwrapOrThrow(
        await listParks(db, {
          from,
          around: point ? { point, km: input.distance } : undefined,
          query: input.query,
          limit: input.limit ?? PARKS_DEFAULT,
          after,
        }),
      )
      return { items, nextCursor: next && parkCursors.make(caller.actingUserId, next) }
    }),

  get: signedInProcedure
    .meta({
      rest: 'GET /parks/{id}',
      operationId: 'getPark',
      summary: 'A park',
      description: 'Also one that was closed.',
      errors: ['park-not-found'],
    })
    .input(z.object({ id: id.describe('The id of the park.') }))
    .output(parkSchema)
    .query(async ({ ctx: { services, caller }, input }) => {
      const park = await findPark(services.db, input.id, await placeOf(services, caller))
      if (!park) throw new AppError('park-not-found')
      return park
    }),

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
    .query(async ({ ctx: { services, viewer }, input }) => {
      const parks = await parksOfMatch(services.db, viewer, input.matchId)
      if (!parks) throw new AppError('match-not-found')
      return parks
    }),
})
