import { findPark, listParks, parksOfMatch } from '@barkyard/db/queries/parks/parks'
import { listSuggestions, suggestPark } from '@barkyard/db/queries/parks/suggestions'
import { PARKS_DEFAULT } from '@barkyard/domain/parks'
import type { Place } from '@barkyard/domain/place'
import { id } from '@barkyard/domain/schemas/fields'
import { listQuerySchema, pageOf } from '@barkyard/domain/schemas/paging'
import {
  adminParkSchema,
  type ParkQuery,
  parkQuerySchema,
  parkSchema,
  parkSuggestionSchema,
} from '@barkyard/domain/schemas/park'
import { z } from 'zod'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { actingProcedure, router, signedInProcedure } from '../../platform/trpc/init.ts'
import { placeOf } from './index.ts'

/** @throws AppError invalid-input */
function pointOf({ near, lat, lng }: ParkQuery): Place | null {
  if (lat === undefined && lng === undefined) return null
  const path = near === 'yes' ? ['near', 'lat', 'lng'] : lat === undefined ? 'lat' : 'lng'
  if (near === 'yes') throw new AppError('invalid-input', { path, message: 'Send either near or a point' })
  if (lat === undefined || lng === undefined) throw new AppError('invalid-input', { path, message: 'Required' })
  return { lat, lng }
}

export const parksRouter = router({
  suggest: signedInProcedure
    .meta({ rest: 'POST /parks', errors: ['unverified', 'suggestions-full', 'refused-before'] })
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
    .meta({ rest: 'GET /parks/mine', isPage: true })
    .input(listQuerySchema)
    .output(pageOf(adminParkSchema))
    .query(async ({ ctx: { services, caller }, input }) => {
      const { limit = PARKS_DEFAULT, cursor } = input ?? {}
      const from = await placeOf(services, caller)
      return unwrapOrThrow(await listSuggestions(services.db, caller.userId, { limit, cursor, from }))
    }),

  list: signedInProcedure
    .meta({ rest: 'GET /parks', errors: ['no-place'], isPage: true })
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
    .meta({ rest: 'GET /parks/{id}', errors: ['park-not-found'] })
    .input(z.object({ id: id.describe('The id of the park.') }))
    .output(parkSchema)
    .query(async ({ ctx: { services, caller }, input }) => {
      const park = await findPark(services.db, input.id, await placeOf(services, caller))
      if (!park) throw new AppError('park-not-found')
      return park
    }),

  ofMatch: actingProcedure
    .meta({ rest: 'GET /matches/{matchId}/parks', errors: ['match-not-found'] })
    .input(z.object({ matchId: id.describe('The match whose dogs will meet.') }))
    .output(z.array(parkSchema))
    .query(async ({ ctx: { services, viewer }, input }) => {
      const parks = await parksOfMatch(services.db, viewer, input.matchId)
      if (!parks) throw new AppError('match-not-found')
      return parks
    }),
})
