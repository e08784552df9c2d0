import { readDataFile } from '../../../platform/data-file.ts'
import { countryOf, regionOf } from './areas.ts'

/** A line of the file. Codes are those of GeoNames, coordinates are in degrees. */
export type CityRow = { name: string; country: string; region: string; lat: number; lng: number; population: number }

const NEWLINE = 0x0a
const TAB = 0x09
const HASH = 0x23

// Stored as the bytes of the file with index arrays, loaded at the first call. Measured: 200 ms and 16 MB (heap 0.4 MB); as
// objects the names alone take 92 MB. A lookup takes 6 µs, suggestions at most 1 ms.
let bytes: Buffer = Buffer.alloc(0)
let starts = new Uint32Array(0)
let populations = new Uint32Array(0)
/** Latitude and longitude of each line, in degrees. */
let points = new Float32Array(0)
let areaOfLine = new Uint16Array(0)
let areas: Area[] = []
/** The positions of the words after the first of each name, in alphabetical order of the rest of the name. */
let words = new Uint32Array(0)

export type Area = { country: string; region: string }

/** The number of lines: cities and their other names. */
export function lineCount(): number {
  if (bytes.length === 0) loadCities()
  return populations.length
}

/** The areas in which there are cities, each once. */
export const areasOfCities = (): readonly Area[] => (lineCount() === 0 ? [] : areas)

/** The lines whose folded name is `name`, the most populous first. */
export const linesNamed = (name: string) => linesBetween(name, `${name}\0`)

/** The lines whose folded name starts with `prefix`, in alphabetical order. */
export const linesStarting = (prefix: string) => linesBetween(prefix, `${prefix}~`)

function* linesBetween(key: string, end: string): Iterable<number> {
  const to = firstLine(end)
  for (let line = firstLine(key); line < to; line++) yield line
}

/** The numbers of the lines in which a word after the first starts with `prefix`, in no particular order. */
export function linesWithWord(prefix: string): number[] {
  const [from, to] = [firstWord(prefix), firstWord(`${prefix}~`)]
  return Array.from(words.subarray(from, to), lineAt)
}

/** The longest beginning of a folded name with which the name of a city, or a later word of one, starts. */
export function longestKnown(name: string): string {
  const [line, word] = [firstLine(name), firstWord(name)]
  const neighbours = [...[line - 1, line].map(lineKey), ...[word - 1, word].map(wordKey)]
  return name.slice(0, Math.max(...neighbours.map(key => commonLength(name, key))))
}

export function populationAt(line: number): number {
  return populations[line] ?? 0
}

/** The country and region of a line without reading it. Lines in the same area have the same object. */
export function areaAt(line: number): Area {
  return areas[areaOfLine[line] ?? 0] ?? { country: '', region: '' }
}

/** The line whose city is nearest to a point; null if none is within a degree of latitude. A millisecond. */
export function nearestLine({ lat, lng }: { lat: number; lng: number }): CityRow | null {
  const shrink = Math.cos((lat * Math.PI) / 180)
  let nearest = -1
  let least = 1
  for (let line = 0; line < lineCount(); line++) {
    const north = (points[2 * line] ?? 0) - lat
    if (north > 1 || north < -1) continue
    const around = Math.abs((points[2 * line + 1] ?? 0) - lng)
    const square = north ** 2 + (shrink * Math.min(around, 360 - around)) ** 2
    if (square < least) [nearest, least] = [line, square]
  }
  return nearest === -1 ? null : rowAt(nearest)
}

/** Puts a line into a list of so many of the most populous ones, largest first. @param isWanted is asked last. */
export function addByPopulation(list: number[], line: number, most: number, isWanted = (_: number) => true): void {
  const people = populationAt(line)
  if ((list.length === most && people <= populationAt(list.at(-1) ?? 0)) || !isWanted(line)) return
  const after = list.findIndex(other => populationAt(other) < people)
  list.splice(after === -1 ? list.length : after, 0, line)
  list.splice(most)
}

export function rowAt(line: number): CityRow {
  const text = bytes.toString('utf8', starts[line] ?? 0, (starts[line + 1] ?? 1) - 1)
  const [, name = '', country = '', region = '', lat, lng] = text.split('\t')
  return { name, country, region, lat: Number(lat), lng: Number(lng), population: populationAt(line) }
}

/** English names of a city, its region (null: our data has none) and country, and a label unique among all cities. */
export function namesOf(row: CityRow): { city: string; region: string | null; country: string; label: string } {
  const city = row.name
  const region = regionOf(row.country, row.region)?.name ?? null
  const country = countryOf(row.country).name
  const label = [city, ...(region === null || region === city ? [] : [region]), country].join(', ')
  return { city, region, country, label }
}

/** Reads the file. The app does so at its start, because it takes too long for a request. */
export function loadCities(): void {
  const file = readDataFile('places/cities.tsv')
  // A byte is a character: what is cut out of it costs less than what is read from the bytes.
  const text = file.toString('latin1')
  let begin = 0
  while (file[begin] === HASH) begin = file.indexOf(NEWLINE, begin) + 1
  let lines = 0
  for (let at = begin; at < file.length; at++) if (file[at] === NEWLINE) lines++
  const lineStarts = new Uint32Array(lines + 1)
  const people = new Uint32Array(lines)
  const lineAreas = new Uint16Array(lines)
  const linePoints = new Float32Array(2 * lines)
  const areaNumbers = new Map<string, number>()
  const laterWords: { at: number; key: string }[] = []
  for (let line = 0, at = begin; line < lines; line++) {
    lineStarts[line] = at
    const keyEnd = text.indexOf('\t', at)
    const codesStart = text.indexOf('\t', keyEnd + 1) + 1
    const codesEnd = text.indexOf('\t', text.indexOf('\t', codesStart) + 1)
    const codes = text.slice(codesStart, codesEnd)
    const area = areaNumbers.get(codes) ?? areaNumbers.size
    areaNumbers.set(codes, area)
    lineAreas[line] = area
    const key = text.slice(at, keyEnd)
    for (let space = key.indexOf(' '); space !== -1; space = key.indexOf(' ', space + 1))
      laterWords.push({ at: at + space + 1, key: key.slice(space + 1) })
    const end = text.indexOf('\n', codesEnd)
    const [lat, lng, population] = text.slice(codesEnd + 1, end).split('\t')
    linePoints[2 * line] = Number(lat)
    linePoints[2 * line + 1] = Number(lng)
    people[line] = Number(population)
    at = end + 1
  }
  lineStarts[lines] = file.length
  laterWords.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  bytes = file
  starts = lineStarts
  populations = people
  areaOfLine = lineAreas
  points = linePoints
  areas = [...areaNumbers.keys()].map(codes => {
    const [country = '', region = ''] = codes.split('\t')
    return { country, region }
  })
  words = Uint32Array.from(laterWords, word => word.at)
}

/** The folded name from a position to its end; empty beyond the file. */
const keyFrom = (at: number | undefined): string =>
  at === undefined ? '' : bytes.toString('latin1', at, bytes.indexOf(TAB, at))
const lineKey = (line: number) => (line < lineCount() ? keyFrom(starts[line]) : '')
const wordKey = (word: number) => keyFrom(words[word])

const firstLine = (key: string) => firstNotBefore(key, lineCount(), lineKey)
const firstWord = (key: string) => firstNotBefore(key, lineCount() === 0 ? 0 : words.length, wordKey)

/** The first of `count` sorted keys that is not before `key`. */
function firstNotBefore<K extends string | number>(key: K, count: number, keyAt: (index: number) => K): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keyAt(middle) < key) low = middle + 1
    else high = middle
  }
  return low
}

function commonLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** The line in which a position of the file is. */
const lineAt = (position: number): number =>
  firstNotBefore(position + 1, populations.length, line => starts[line] ?? 0) - 1
