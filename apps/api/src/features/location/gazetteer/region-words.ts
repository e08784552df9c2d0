import { readDataRows } from '../../../platform/data-file.ts'
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

let names: Map<string, string> | undefined

/** "City", as Cyrillic addresses write it before the name, and Japanese, Chinese and Korean ones after it, up to their end. */
const AROUND_NAME = /^(?:г|м|гр)\. ?|(?<=..)(?:府$|都(?:.*区.*)?$|(?:市|(?:특별|광역)?시).*$)/u

/** Without accents and the marks above or below an Arabic alef, which many leave out. */
const bare = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u0653-\u0655]/g, '')
    .normalize('NFC')

/** A text whose first part names a city in the alphabet of its country, with its English name and country instead. */
function inEnglish(text: string): string {
  names ??= new Map(
    readDataRows('places/native-names.tsv').map(([native = '', name, country = '']) => [
      bare(native),
      `${name}, ${countryOf(country).name}`,
    ]),
  )
  const name = (bare(text).split(/[,;،、\n]/)[0] ?? '').trim()
  return names.get(name) ?? names.get(name.replace(AROUND_NAME, '')) ?? text
}

/** No Latin letter or digit may stand directly before or after. The sign of a country may stand before it. */
const alone = (...patterns: string[]) =>
  new RegExp(
    `(?<![\\p{Script=Latin}\\d])(?:〒|[a-z]{1,3}-|^[a-z] )?(?:${patterns.join('|')})(?![\\p{Script=Latin}\\d])`,
    'giu',
  )

const DIGITS = [
  '[a-z]\\d[a-z][ -]?\\d[a-z]\\d', // Canada
  '[a-z]{1,2}\\d[a-z\\d]? ?\\d[a-z]{2}', // United Kingdom
  '[a-z]\\d[\\dw] ?(?=[a-z]*\\d)[a-z\\d]{4}', // Ireland
  '\\d{3} \\d{2,3}', // Sweden, Greece, Czechia, India
  '\\d{2}-\\d{3}', // Poland
  '[a-z]{0,3}\\d{3,7}(?:-\\d{2,4})?', // most others; with letters before it; ZIP+4, Portugal, Brazil, Japan
  '[a-z]\\d{4}[a-z]{3}', // Argentina
  'cedex(?: \\d{1,2})?', // France, for companies
]

/** From the surest to what could also be a word: letters after digits, the first half of a code, a district. */
const PATTERNS = [
  alone(...DIGITS),
  alone('\\d{4} ?[a-z]{2}', ...DIGITS), // Netherlands
  alone(...DIGITS, '[a-z]{1,2}\\d{1,2}[a-z]?', '\\d{1,2}(?:e|er|\\.)?$'),
]

/**
 * A place without the postcodes in it, in each way to read them, and its city in English. Names may hold numbers too, so
 * the text itself comes first.
 */
export function readingsOf(text: string): string[] {
  // A country or state before the code says where the city is.
  const plain = text.normalize('NFKC')
  const readings = [plain.replace(/^([a-z]{2}) (?=\S*\d)(.*)/i, '$2, $1'), plain].flatMap(whole =>
    PATTERNS.map(pattern =>
      whole
        .replaceAll(pattern, ' ')
        .replaceAll(/\s+/g, ' ')
        .replace(/^[\s,;]+/, ''),
    ),
  )
  return [...new Set([text, ...readings.filter(reading => reading !== '')])].map(inEnglish)
}
