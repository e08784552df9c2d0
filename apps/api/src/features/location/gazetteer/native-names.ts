import { countryOf } from './areas.ts'
import { readPlacesRows } from './data-file.ts'

let names: Map<string, string> | undefined

/** What Japanese, Chinese and Korean addresses write after the name of a city. */
const CITY_SUFFIX = /(?<=..)[市都府시]$/u

/** A text whose first part names a city in the alphabet of its country, with its English name and country instead. */
export function inEnglish(text: string): string {
  names ??= new Map(
    readPlacesRows('native-names.tsv').map(([native = '', name, country = '']) => [
      native.normalize('NFKC').toLowerCase(),
      `${name}, ${countryOf(country).name}`,
    ]),
  )
  const [first = ''] = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[,;،、\n]/)
  // A postcode, also after the sign 〒, may stand beside it.
  const name = first.replaceAll(/〒?\d+(-\d+)?/g, '').trim()
  return names.get(name) ?? names.get(name.replace(CITY_SUFFIX, '')) ?? text
}
