import { PARKS, PARKS_OF_MATCH_KM } from '@barkyard/domain/parks'
import { distanceKm } from '@barkyard/domain/place'
import type { User } from '@barkyard/domain/schemas/user'

/** The owner's place, if it is known and parks are near it. */
function placeNearParks(user: Pick<User, 'lat' | 'lng'> | null) {
  if (user?.lat == null || user.lng == null) return null
  const place = { lat: user.lat, lng: user.lng }
  return PARKS.some(park => distanceKm(place, park) <= PARKS_OF_MATCH_KM) ? place : null
}

/** The parks, the nearest to the owner first if that is known. */
export function nearestFirst(user: Pick<User, 'lat' | 'lng'> | null) {
  const place = placeNearParks(user)
  return place ? PARKS.toSorted((a, b) => distanceKm(place, a) - distanceKm(place, b)) : PARKS
}

/** The name of the nearest park; null if that is not known. */
export const nearestPark = (user: Pick<User, 'lat' | 'lng'> | null): string | null =>
  placeNearParks(user) ? (nearestFirst(user)[0]?.name ?? null) : null
