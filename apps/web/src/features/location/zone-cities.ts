import { cityOfZone } from '@barkyard/domain/local-time'
import { BUILT_IN_ZONE } from '@barkyard/domain/parks'
import { browsersZone } from '../../time-zone.ts'

/** Cities that somebody in the browser's time zone may live in. The built-in parks' own city comes first in its zone. */
export function zoneCities(): string[] {
  const zone = browsersZone()
  const city = cityOfZone(zone)
  return [...(zone === BUILT_IN_ZONE ? ['San Francisco'] : []), ...(city ? [city] : [])]
}
