import { countryOf, regionOf } from './areas.ts'
import { addByPopulation, areaAt, lineCount, populationAt } from './city-file.ts'

/** A country, or a region of one. Codes are those of GeoNames. */
export interface NamedArea {
  country: string
  region: string | null
}

interface People {
  /** In all cities, roughly: a city counts once for each of its names. */
  population: number
  largest: number[]
}

/** A city has a line for each of its names. */
const LARGEST = 24
const people = new Map<string, People>()
const keyOf = ({ country, region }: NamedArea) => (region === null ? country : `${country}.${region}`)
let areasByName: Map<string, NamedArea[]> | undefined

function count(counted: People, line: number): void {
  counted.population += populationAt(line)
  addByPopulation(counted.largest, line, LARGEST)
}

/** Counts the people of all areas in which there are cities. The app does so at its start. */
export function loadAreas(): Map<string, NamedArea[]> {
  if (areasByName) return areasByName
  areasByName = new Map<string, NamedArea[]>()
  const [byName, countries, regions] = [areasByName, new Map<string, People>(), new Map<object, People>()]
  const open = (area: NamedArea, names: Iterable<string>) => {
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), area])
    const counted: People = { population: 0, largest: [] }
    people.set(keyOf(area), counted)
    return counted
  }
  for (let line = 0; line < lineCount(); line++) {
    const area = areaAt(line)
    let country = countries.get(area.country)
    if (!country) {
      country = open({ country: area.country, region: null }, countryOf(area.country).folded)
      countries.set(area.country, country)
    }
    let region = regions.get(area)
    if (!region) {
      // Shorter names of regions are signs, such as "CA".
      const names = [...(regionOf(area.country, area.region)?.folded ?? [])].filter(name => name.length > 2)
      region = open(area, names)
      regions.set(area, region)
    }
    count(country, line)
    count(region, line)
  }
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

export const populationOf = (area: NamedArea) => people.get(keyOf(area))?.population ?? 0

export const largestOf = (area: NamedArea) => people.get(keyOf(area))?.largest ?? []

export const isIn = (place: { country: string; region: string }, area: NamedArea) =>
  place.country === area.country && (area.region === null || place.region === area.region)
