import { distanceKm, type Place } from '@barkyard/domain/place'
import { nearestLine } from './gazetteer/city-file.ts'

/** Further away a city says nothing about a place. */
const NEAR_KM = 30

/** The name of the city nearest to a point; null: there is none near. It reads all cities, which takes milliseconds. */
export function nameOfPlace(point: Place): string | null {
  const found = nearestLine(point)
  return found && distanceKm(found, point) <= NEAR_KM ? found.name : null
}
