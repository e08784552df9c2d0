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

/** The areas in which there are cities, by their names in folded form. The app reads them at its start. */
export function loadAreas(): Map<string, NamedArea[]> {
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
  const areas = (loadAreas().get(name) ?? []).filter(isAround)
  return areas.sort((a, b) => populationOf(b) - populationOf(a))[0]
}

const people = new Map<NamedArea, { population: number; largest: number[] }>()

/** Who lives in an area, roughly: a city counts once for each of its names. The first time it takes two milliseconds. */
function peopleOf(area: NamedArea) {
  const known = people.get(area)
  if (known) return known
  const counted = { population: 0, largest: [] as number[] }
  for (let line = 0; line < lineCount(); line++) {
    if (!isIn(areaAt(line), area)) continue
    counted.population += populationAt(line)
    addByPopulation(counted.largest, line, LARGEST)
  }
  people.set(area, counted)
  return counted
}

export const populationOf = (area: NamedArea) => peopleOf(area).population

export const largestOf = (area: NamedArea) => peopleOf(area).largest

export const isIn = (place: Area, area: NamedArea) =>
  place.country === area.country && (area.region === null || place.region === area.region)
