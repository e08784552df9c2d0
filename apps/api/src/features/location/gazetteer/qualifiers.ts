import { countryOf, regionOf } from './areas.ts'
import type { Area, CityRow } from './city-file.ts'

/**
 * How well a city fits the text after its name. `by code`: only an ISO code of its country fits, which ranks below a state
 * ("CA" is California, not Canada). `in country`: the last part names its country, and another part is unknown.
 */
export type Fit = 'well' | 'by code' | 'in country' | 'no'

/** Each qualifier, in folded form, must name the city's region or country. Without qualifiers every city fits. */
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

/** Whether each part is the start of a name of the region or country, for text that is still being typed. */
export function matchesStart({ country, region }: Area, parts: string[]): boolean {
  const names = [...(regionOf(country, region)?.folded ?? []), ...countryOf(country).folded]
  return parts.every(part => part === country.toLowerCase() || names.some(name => name.startsWith(part)))
}
