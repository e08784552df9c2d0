import { PARKS, PARKS_OF_MATCH_KM } from '@barkyard/domain/parks'
import { distanceKm } from '@barkyard/domain/place'
import type { User } from '@barkyard/domain/schemas/user'

/** The owner's place, if it is known and parks are near it. */
function placeNearParks(user: Pick<User, 'lat' | 'lng'> | null) {
  if (user?.lat == null || user.lng == null) return null
  const place = { lat: user.lat, lng: user.lng }
  return PARKS.some(park => distanceKm(place, park) <= PARKS_OF_MATCH_KM) ? place : null
}

/** The id of the nearest of the built-in parks; null if none is near, or that is not known. */
export function nearestPark(user: Pick<User, 'lat' | 'lng'> | null): string | null {
  const place = placeNearParks(user)
  return place && (PARKS.toSorted((a, b) => distanceKm(place, a) - distanceKm(place, b))[0]?.id ?? null)
}
