import { readDataRows } from '../../../platform/data-file.ts'
import { foldName } from './fold.ts'

/** A country or region: its English name, and all its names in folded form. */
export type Area = { name: string; folded: ReadonlySet<string> }

const intl = new Intl.DisplayNames('en', { type: 'region' })
/** The name of a country in the language that most people there speak; in other alphabets it folds to nothing. */
function ownName(code: string): string {
  const { language } = new Intl.Locale(`und-${code}`).maximize()
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? ''
}

const countries = new Map<string, Area>()
let moreNames: Map<string, string[]> | undefined
let regions: Map<string, Area> | undefined

/** The country of an ISO 3166 code. An unknown code is used as the name. */
export function countryOf(code: string): Area {
  let country = countries.get(code)
  if (country === undefined) {
    moreNames ??= new Map(
      readDataRows('places/country-names.tsv').map(([land, which, names = '']) => [
        `${land} ${which}`,
        names.split('|'),
      ]),
    )
    const names = moreNames.get(`${code} instead`) ?? [intl.of(code) ?? code]
    country = area([...names, ownName(code), ...(moreNames.get(`${code} also`) ?? [])])
    countries.set(code, country)
  }
  return country
}

/** The region of a GeoNames first-level code. null in countries without region names in our data. */
export function regionOf(country: string, code: string): Area | null {
  regions ??= new Map(
    readDataRows('places/regions.tsv').map(([land, key, name = '', others = '']) => [
      `${land}.${key}`,
      area([name, ...others.split('|')]),
    ]),
  )
  return regions.get(`${country}.${code}`) ?? null
}

function area(names: string[]): Area {
  return { name: names[0] ?? '', folded: new Set(names.map(foldName).filter(name => name !== '')) }
}
