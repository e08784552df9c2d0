import { countryOf, regionOf } from './areas.ts'
import { type Area, addByPopulation, areaAt, areasOfCities, lineCount, populationAt } from './city-file.ts'

/** A country, or a region of one. Codes are those of GeoNames. */
export interface NamedArea {
  country: string
  region: string | null
}

/** A city has a line for each of its names. */
const LARGEST = 24
let areasByName: Map<string, NamedArea[]> | undefined

/** The areas in which there are cities, by their names in folded form. */
function namedAreas(): Map<string, NamedArea[]> {
  if (areasByName) return areasByName
  const byName = new Map<string, NamedArea[]>()
  const add = (area: NamedArea, names: Iterable<string>) => {
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), area])
  }
  const regions = areasOfCities()
  for (const country of new Set(regions.map(region => region.country)))
    add({ country, region: null }, countryOf(country).folded)
  for (const area of regions) {
    // Shorter names of regions are signs, such as "CA".
    const names = [...(regionOf(area.country, area.region)?.folded ?? [])].filter(name => name.length > 2)
    add(area, names)
  }
  areasByName = byName
  return byName
}

/**
 * The most populous country or region of a name.
 * @param qualifiers what follows the name; each must name the area's country. Both in folded form.
 */
export function knownArea(name: string, qualifiers: string[]): NamedArea | undefined {
  const isAround = ({ country, region }: NamedArea) =>
    qualifiers.every(part => region !== null && countryOf(country).folded.has(part))
  const areas = (namedAreas().get(name) ?? []).filter(isAround)
  if (areas.length < 2) return areas[0]
  const populations = new Map(areas.map(area => [area, populationOf(area)]))
  return areas.sort((a, b) => (populations.get(b) ?? 0) - (populations.get(a) ?? 0))[0]
}

function* linesIn(area: NamedArea): Iterable<number> {
  for (let line = 0; line < lineCount(); line++) if (isIn(areaAt(line), area)) yield line
}

/** In all cities, roughly: a city counts once for each of its names. Two milliseconds, as it reads all lines. */
export function populationOf(area: NamedArea): number {
  let population = 0
  for (const line of linesIn(area)) population += populationAt(line)
  return population
}

export function largestOf(area: NamedArea): number[] {
  const largest: number[] = []
  for (const line of linesIn(area)) addByPopulation(largest, line, LARGEST)
  return largest
}

export const isIn = (place: Area, area: NamedArea) =>
  place.country === area.country && (area.region === null || place.region === area.region)
