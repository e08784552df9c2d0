import { findUser, type PlaceUpdate, updatePlace } from '@barkyard/db/queries/account/users'
import { countAround } from '@barkyard/db/queries/location/around'
import { findSearcher } from '@barkyard/db/queries/sniff/sniff'
import { cellOf } from '@barkyard/domain/place'
import { trimmedText } from '@barkyard/domain/schemas/fields'
import {
  aroundSchema,
  cityCheckSchema,
  type Location,
  locationSchema,
  placeKnownSchema,
  placeSuggestionSchema,
  userSchema,
} from '@barkyard/domain/schemas/user'
import { z } from 'zod'
import { actingOwner } from '../../platform/access/requirements.ts'
import { AppError } from '../../platform/errors.ts'
import { sessionsChanged } from '../../platform/realtime/bus.ts'
import { router, signedInProcedure } from '../../platform/trpc/init.ts'
import { readUser } from '../account/index.ts'
import { findCity, similarCities, suggestCities } from './gazetteer/gazetteer.ts'

const SUGGESTIONS = 8
const SIMILAR = 3

/**
 * Computes the new place of a user: coordinates are used as they are; a city alone is looked up in the gazetteer and has no
 * coordinates; the same city sent again keeps the coordinates.
 */
function placeAfter(now: PlaceUpdate, sent: Location): PlaceUpdate {
  const city = sent.city ?? now.city
  if (sent.lat !== null && sent.lng !== null) {
    return { city, lat: sent.lat, lng: sent.lng, cell: cellOf({ lat: sent.lat, lng: sent.lng }) }
  }
  if (sent.city !== undefined && sent.city === now.city) return now
  const found = city === null ? null : findCity(city)
  return { city, lat: null, lng: null, cell: found && cellOf(found) }
}

export const locationRouter = router({
  set: signedInProcedure
    .meta({
      rest: 'PATCH /user/location',
      operationId: 'setMyLocation',
      summary: 'Set your location',
      description:
        'Send both coordinates, or null for both: a city alone is looked up in a gazetteer. Sending the same city again with nulls keeps the coordinates.',
      asDog: 'location-changed-as-dog',
    })
    .input(locationSchema)
    .output(userSchema)
    .mutation(async ({ ctx, input }) => {
      const { services, caller, limitHeaders } = ctx
      await services.limits.take('location', caller.userId, limitHeaders)
      await ctx.write((trx, effects) => {
        sessionsChanged(effects, [caller.userId])
        return updatePlace(trx, caller.userId, now => placeAfter(now, input))
      })
      return readUser(services, caller)
    }),

  suggest: signedInProcedure
    .meta({
      rest: 'GET /places',
      operationId: 'suggestCities',
      summary: 'Suggest cities by the beginning of their name',
      description: `At most ${SUGGESTIONS}, the most populous first.`,
    })
    .input(z.object({ query: trimmedText(0, 120) }))
    .output(z.array(placeSuggestionSchema))
    .query(async ({ ctx: { services, caller, limitHeaders }, input }) => {
      await services.limits.take('places', caller.userId, limitHeaders)
      return suggestCities(input.query, SUGGESTIONS).flatMap(suggestion => {
        const found = findCity(suggestion.label)
        return found ? [{ ...suggestion, lat: found.lat, lng: found.lng }] : []
      })
    }),

  check: signedInProcedure
    .meta({
      rest: 'GET /location/check',
      operationId: 'checkCity',
      summary: 'Whether a city is known',
      description: `Send a city as you would set it. If it is unknown, up to ${SIMILAR} with a similar name are suggested.`,
    })
    .input(z.object({ city: trimmedText(1, 120).describe('The city, preferably with its region.') }))
    .output(cityCheckSchema)
    .query(async ({ ctx: { services, caller, limitHeaders }, input }) => {
      await services.limits.take('places', caller.userId, limitHeaders)
      const isKnown = findCity(input.city) !== null
      return { isKnown, similar: isKnown ? [] : similarCities(input.city, SIMILAR).map(({ label }) => label) }
    }),

  /** About the caller's own place, also while they impersonate. */
  known: signedInProcedure
    .meta({ pageOnly: '`GET /auth/user` returns your city and coordinates.' })
    .output(placeKnownSchema)
    .query(async ({ ctx }) => {
      const [owner, searcher] = await Promise.all([
        findUser(ctx.services.db, ctx.caller.userId),
        findSearcher(ctx.services.db, ctx.caller.userId),
      ])
      if (!owner || !searcher) throw new AppError('user-not-found')
      return { from: owner.lat !== null ? 'location' : searcher.cell !== null ? 'city' : 'none' }
    }),

  /** Around a city, before it is set; without one around the acting dog's owner. Counts only, from the snapped place. */
  around: signedInProcedure
    .meta({ pageOnly: '`GET /parks?near=yes`, `GET /sniff` and `GET /walks?near=yes` list what is around you.' })
    .input(z.object({ city: trimmedText(1, 120).optional() }))
    .output(aroundSchema.nullable())
    .query(async ({ ctx: { services, caller, limitHeaders }, input: { city } }) => {
      await services.limits.take('places', caller.userId, limitHeaders)
      const found = city === undefined ? null : findCity(city)
      const cell =
        city === undefined ? (await findSearcher(services.db, caller.actingUserId))?.cell : found && cellOf(found)
      if (cell == null) return null
      const around = { viewer: actingOwner(caller), cell, now: services.now() }
      return services.searches.read(caller, db => countAround(db, around))
    }),
})
