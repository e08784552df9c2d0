import { countryOf, regionOf } from './areas.ts'
import type { CityRow } from './city-file.ts'

/**
 * How a city fits what was written behind its name. `by code`: only by an ISO code of its country, which must not beat a
 * state ("CA" is California before Canada). `in country`: the last part names its country, another part nothing known.
 */
export type Fit = 'well' | 'by code' | 'in country' | 'no'

/** `qualifiers` are folded; each must name the city's region or country. None: every city fits. */
export function fits(row: CityRow, qualifiers: string[]): Fit {
  const region = regionOf(row.country, row.region)
  const country = countryOf(row.country)
  const code = row.country.toLowerCase()
  let fit: Fit = 'well'
  for (const part of qualifiers) {
    if (region?.folded.has(part) || country.folded.has(part)) continue
    if (part === code) fit = fit === 'well' ? 'by code' : fit
    else fit = 'in country'
  }
  if (fit !== 'in country') return fit
  const last = qualifiers.at(-1) ?? ''
  return qualifiers.length > 1 && (country.folded.has(last) || last === code) ? fit : 'no'
}

/** For a text still being typed: each part starts a name of the city's region or country. */
export function matchesStart(row: CityRow, services: string[]): boolean {
  const names = [...(regionOf(row.country, row.region)?.folded ?? []), ...countryOf(row.country).folded]
  return services.every(part => part === row.country.toLowerCase() || names.some(name => name.startsWith(part)))
}
