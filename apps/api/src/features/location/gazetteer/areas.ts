import { readDataRows } from '../../../platform/data-file.ts'
import { foldName } from './fold.ts'

/** A country or region: its English name, and all its names in folded form. */
export type Area = { name: string; folded: ReadonlySet<string> }

// Intl has long or ambiguous names for these. The first name is shown, the others are recognised.
const COUNTRY_NAMES: Record<string, string[]> = {
  CD: ['Democratic Republic of the Congo', 'DR Congo', 'Congo'],
  CG: ['Republic of the Congo', 'Congo'],
  HK: ['Hong Kong', 'China'],
  MM: ['Myanmar', 'Burma'],
  MO: ['Macao', 'Macau', 'China'],
  PS: ['Palestine', 'Palestinian Territories'],
}

const MORE_COUNTRY_NAMES: Record<string, string[]> = {
  AE: ['UAE'],
  AS: ['United States', 'USA'],
  BS: ['The Bahamas'],
  CI: ['Ivory Coast'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'U.K.', 'Great Britain', 'Britain'],
  GM: ['The Gambia'],
  GU: ['United States', 'USA'],
  IE: ['Republic of Ireland', 'Éire'],
  KR: ['Korea'],
  MK: ['Macedonia'],
  MP: ['United States', 'USA'],
  NL: ['Holland', 'The Netherlands'],
  PH: ['The Philippines'],
  PR: ['United States', 'USA'],
  RU: ['Russian Federation'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey', 'Türkiye'],
  US: ['USA', 'U.S.A.', 'U.S.', 'United States of America', 'America'],
  VA: ['Holy See'],
  VI: ['United States', 'USA'],
  VN: ['Viet Nam'],
}

const intl = new Intl.DisplayNames('en', { type: 'region' })
/** The name of a country in the language that most people there speak; in other alphabets it folds to nothing. */
function ownName(code: string): string {
  const { language } = new Intl.Locale(`und-${code}`).maximize()
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? ''
}

const countries = new Map<string, Area>()
let regions: Map<string, Area> | undefined

/** The country of an ISO 3166 code. An unknown code is used as the name. */
export function countryOf(code: string): Area {
  let country = countries.get(code)
  if (country === undefined) {
    const names = COUNTRY_NAMES[code] ?? [intl.of(code) ?? code]
    country = area([...names, ownName(code), ...(MORE_COUNTRY_NAMES[code] ?? [])])
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
