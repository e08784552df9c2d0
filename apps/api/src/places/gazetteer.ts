import {
  type CityRow,
  type Lines,
  linesNamed,
  linesStarting,
  linesWithWord,
  namesOf,
  populationAt,
  rowAt,
} from './city-file.ts'
import { foldName, foldPrefix } from './fold.ts'
import { type Fit, fits, matchesStart } from './qualifiers.ts'

/** A city: English names of its region (null where the country's regions have none here) and country, degrees, people. */
export type City = {
  city: string
  region: string | null
  country: string
  lat: number
  lng: number
  population: number
}

/** A city to offer. `label` handed to `findCity` finds this very city. */
export type CitySuggestion = { city: string; region: string | null; country: string; label: string }

const MAX_TEXT = 120
const MAX_SUGGESTIONS = 50

/**
 * The city a text means: "Portland", "portland, ME", "Portland Oregon", "Paris, France", "München". The most populous of
 * that name, of those in the region and country where these are given. Null for an unknown city, and for a known one with
 * a region that it does not lie in: no place is better than a wrong one.
 */
export function findCity(text: string): City | null {
  const [name = '', ...qualifiers] = segments(text, foldName)
  const row = best(name, qualifiers) ?? bestWithoutCommas(name, qualifiers)
  if (row === null) return null
  const { city, region, country } = namesOf(row)
  return { city, region, country, lat: row.lat, lng: row.lng, population: row.population }
}

/**
 * Cities whose name starts with the text (then those with a word that does), the most populous first; after a comma or a
 * known name the beginning of a region or country may follow ("Portland, O"). At most 50.
 */
export function suggestCities(query: string, limit = 8): CitySuggestion[] {
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
  if (qualifiers.length > 0) add(numbers(linesNamed(name)), qualifiers)
  add(numbers(linesStarting(name)), qualifiers)
  const enough = qualifiers.length > 0 ? 1 : wanted
  if (found.size < enough && name.length > 2) add(linesWithWord(name), qualifiers)
  if (found.size === 0)
    for (const [city, rest] of divisions(name)) add(numbers(linesNamed(city)), [rest, ...qualifiers])
  return [...found.values()]
}

/** A beginning this short (letters) says nothing about what was meant. */
const LEAST_BEGINNING = 4

/** Cities that a misspelt text may mean: those that share its longest beginning with it, at least half of its name. */
export function similarCities(text: string, limit: number): CitySuggestion[] {
  const found = suggestCities(text, limit)
  if (found.length > 0) return found
  const [name = ''] = segments(text, foldPrefix)
  const least = Math.max(LEAST_BEGINNING, Math.ceil(name.length / 2))
  for (let length = name.length; length >= least; length--) {
    const similar = suggestCities(name.slice(0, length), limit)
    if (similar.length > 0) return similar
  }
  return []
}

/** The comma-separated parts of a text, folded, the empty ones and a postcode left out. */
function segments(text: string, fold: (part: string) => string): string[] {
  const parts = text.slice(0, MAX_TEXT).split(/[,;\n]/)
  const [name = '', ...rest] = parts.map((part, i) => fold(i === 0 ? part : part.replace(/\b\d{5}(-\d{4})?\s*$/, '')))
  return [name, ...rest.filter(part => part !== '')]
}

function best(name: string, qualifiers: string[]): CityRow | null {
  const { from, to } = linesNamed(name)
  const counts = new Map<string, number>()
  let weak: CityRow | null = null
  // A region nobody knows is forgiven where the country is named and has one city of that name.
  let forgiven: CityRow | null = null
  for (let line = from; line < to; line++) {
    const row = rowAt(line)
    const fit: Fit = fits(row, qualifiers)
    if (fit === 'well') return row
    if (fit === 'by code') weak ??= row
    if (fit === 'in country') {
      forgiven ??= row
      counts.set(row.country, (counts.get(row.country) ?? 0) + 1)
    }
  }
  if (weak !== null || forgiven === null) return weak
  return counts.get(forgiven.country) === 1 ? forgiven : null
}

/** "Portland OR", "San Francisco CA USA": the longest name that leaves a region or country behind it. */
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

/** A text cut in two between words, the longest first part first. */
function divisions(text: string): [string, string][] {
  const words = text.split(' ').slice(0, 10)
  const cuts = words.slice(1).map((_, i) => words.length - 1 - i)
  return cuts.map(at => [words.slice(0, at).join(' '), words.slice(at).join(' ')])
}

function* numbers({ from, to }: Lines): Iterable<number> {
  for (let line = from; line < to; line++) yield line
}

/** The rows of the most populous of these lines; three times as many as wanted, as a city has a line for each name. */
function mostPopulous(lines: Iterable<number>, wanted: number, qualifiers: string[]): CityRow[] {
  const room = wanted * 3
  const top: number[] = []
  for (const line of lines) {
    const people = populationAt(line)
    const last = top.at(-1)
    if (top.length === room && last !== undefined && populationAt(last) >= people) continue
    if (qualifiers.length > 0 && !matchesStart(rowAt(line), qualifiers)) continue
    const at = top.findIndex(other => populationAt(other) < people)
    top.splice(at === -1 ? top.length : at, 0, line)
    if (top.length > room) top.pop()
  }
  return top.map(rowAt)
}
