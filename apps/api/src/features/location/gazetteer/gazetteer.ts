import {
  type Area,
  addByPopulation,
  areaAt,
  type CityRow,
  linesNamed,
  linesStarting,
  linesWithWord,
  longestKnown,
  namesOf,
  rowAt,
} from './city-file.ts'
import { foldName, foldPrefix } from './fold.ts'
import { isIn, knownArea, largestOf, type NamedArea, populationOf } from './known-areas.ts'
import { type Fit, fits, matchesStart, readingsOf } from './region-words.ts'

/** A suggested city. `findCity(label)` finds exactly this city. */
type CitySuggestion = ReturnType<typeof namesOf>

/** Coordinates are in degrees. */
export type City = CitySuggestion & Pick<CityRow, 'lat' | 'lng' | 'population'>

const MAX_SUGGESTIONS = 50

/**
 * Finds the city that a text names: "Portland", "portland, ME", "Portland Oregon", "Paris, France", "München". Of several
 * cities with the name, in the given region and country, it is the most populous. null for an unknown city, and for a
 * city that is not in the given region: no place is better than a wrong one. So is a name that is better known as a
 * country or region ("California"). Postcodes do not count, wherever they stand.
 */
export function findCity(text: string): City | null {
  for (const reading of readingsOf(text)) {
    const [name = '', ...qualifiers] = segments(reading, foldName)
    const row = best(name, qualifiers) ?? bestWithoutCommas(name, qualifiers)
    if (row === null) continue
    return { ...namesOf(row), lat: row.lat, lng: row.lng, population: row.population }
  }
  return null
}

/**
 * Cities whose name starts with the text, then cities with a later word that does; the most populous first. After a comma
 * or a complete name, the start of a region or country may follow ("Portland, O"). At most 50.
 */
export function suggestCities(query: string, limit = 8): CitySuggestion[] {
  for (const reading of readingsOf(query)) {
    const found = suggestFor(reading, limit)
    if (found.length > 0) return found
  }
  return []
}

function suggestFor(query: string, limit: number): CitySuggestion[] {
  const [name = '', ...qualifiers] = segments(query, foldPrefix)
  const wanted = Math.min(Math.max(0, Math.trunc(limit)), MAX_SUGGESTIONS)
  const found = new Map<string, CitySuggestion>()
  if (name === '' || wanted === 0) return []
  const add = (lines: Iterable<number>, rest: string[]) => {
    for (const row of mostPopulous(lines, wanted, rest)) {
      if (found.size >= wanted) return
      const suggestion = namesOf(row)
      found.set(suggestion.label, suggestion)
    }
  }
  if (qualifiers.length > 0) add(linesNamed(name), qualifiers)
  add(linesStarting(name), qualifiers)
  const enough = qualifiers.length > 0 ? 1 : wanted
  if (found.size < enough && name.length > 2) add(linesWithWord(name), qualifiers)
  if (found.size === 0) for (const [city, rest] of divisions(name)) add(linesNamed(city), [rest, ...qualifiers])
  return [...found.values()]
}

/** In letters. A shorter common prefix is not a useful hint. */
const LEAST_PREFIX = 4

/** Cities that a misspelt name may mean: those with the longest common prefix, which is at least half of the name. */
export function similarCities(text: string, limit: number): CitySuggestion[] {
  for (const reading of readingsOf(text)) {
    const [asked = '', ...qualifiers] = segments(reading, foldName)
    const parts: [string, string[]][] = [
      [asked, qualifiers],
      ...divisions(asked).map(([name, rest]) => [name, [rest]] as [string, string[]]),
    ]
    const area = parts.map(([name, rest]) => knownArea(name, rest)).find(known => known !== undefined)
    const found = area ? largestIn(area, limit) : suggestFor(reading, limit)
    if (found.length > 0) return found
  }
  const [name = ''] = segments(text, foldPrefix)
  const known = longestKnown(name)
  return known.length < Math.max(LEAST_PREFIX, name.length / 2) ? [] : suggestCities(known, limit)
}

/** The comma-separated parts of a text in folded form, without empty ones. */
function segments(text: string, fold: (part: string) => string): string[] {
  const [name = '', ...rest] = text.split(/[,;\n]/).map(fold)
  return [name, ...rest.filter(part => part !== '')]
}

function largestIn(area: NamedArea, limit: number): CitySuggestion[] {
  const names = largestOf(area).map(line => namesOf(rowAt(line)))
  return [...new Map(names.map(name => [name.label, name])).values()].slice(0, limit)
}

/** Above this population a city is better known than a region, and below it less than a country, however small. */
const WELL_KNOWN = 250_000

/** Whether somebody who writes this means a country or region rather than the city. */
function meansArea(row: CityRow, name: string, qualifiers: string[]): boolean {
  const area = knownArea(name, qualifiers)
  if (area === undefined || isIn(row, area)) return false
  if ((area.region === null) !== row.population >= WELL_KNOWN) return area.region === null
  return populationOf(area) > row.population
}

function best(name: string, qualifiers: string[]): CityRow | null {
  const counts = new Map<string, number>()
  let weak: CityRow | null = null
  // An unknown region is ignored if the country is named and has only one city of that name.
  let forgiven: CityRow | null = null
  for (const line of linesNamed(name)) {
    const row = rowAt(line)
    const fit: Fit = fits(row, qualifiers)
    if (fit === 'well') return meansArea(row, name, qualifiers) ? null : row
    if (fit === 'by code') weak ??= row
    if (fit === 'in country') {
      forgiven ??= row
      counts.set(row.country, (counts.get(row.country) ?? 0) + 1)
    }
  }
  if (weak !== null || forgiven === null) return weak
  return counts.get(forgiven.country) === 1 ? forgiven : null
}

/** "Portland OR", "San Francisco CA USA": finds the longest city name that is followed by a region or country. */
function bestWithoutCommas(name: string, qualifiers: string[]): CityRow | null {
  for (const [city, rest] of divisions(name)) {
    const row = best(city, [rest, ...qualifiers])
    if (row !== null) return row
    for (const [region, country] of divisions(rest)) {
      const inBoth = best(city, [region, country, ...qualifiers])
      if (inBoth !== null) return inBoth
    }
  }
  return null
}

/** All ways to split a text in two between words, the longest first part first. */
function divisions(text: string): [string, string][] {
  const words = text.split(' ').slice(0, 10)
  const cuts = words.slice(1).map((_, i) => words.length - 1 - i)
  return cuts.map(at => [words.slice(0, at).join(' '), words.slice(at).join(' ')])
}

/** The most populous of these lines. It reads three times as many as wanted, because a city has a line for each name. */
function mostPopulous(lines: Iterable<number>, wanted: number, qualifiers: string[]): CityRow[] {
  const room = wanted * 3
  const top: number[] = []
  const fitting = new Map<Area, boolean>()
  const isFitting = (line: number) => {
    const area = areaAt(line)
    const known = fitting.get(area) ?? matchesStart(area, qualifiers)
    fitting.set(area, known)
    return known
  }
  for (const line of lines) addByPopulation(top, line, room, qualifiers.length > 0 ? isFitting : undefined)
  return top.map(rowAt)
}
