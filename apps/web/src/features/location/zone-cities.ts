import { PARK_ZONE } from '@barkyard/domain/park-time'
import { browsersZone } from '../../time-zone.ts'

/** The city that names a time zone: "America/New_York" is New York's. null for "UTC" and the like. */
export function cityOfZone(zone: string): string | null {
  const [area, ...rest] = zone.split('/')
  const city = rest.at(-1)?.replaceAll('_', ' ')
  return city && area !== 'Etc' ? city : null
}

/** Cities that somebody in the browser's time zone may live in. The parks' own city comes first in its zone. */
export function zoneCities(): string[] {
  const zone = browsersZone()
  const city = cityOfZone(zone)
  return [...(zone === PARK_ZONE ? ['San Francisco'] : []), ...(city ? [city] : [])]
}
