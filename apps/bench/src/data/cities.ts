import { readFileSync } from 'node:fs'

export interface City {
  name: string
  lat: number
  lng: number
  /** Of all owners. */
  share: number
}

const FILE = new URL('../../../api/data/places/cities.tsv', import.meta.url)
const CITIES = 200
/** The product is at home there: three in ten owners. */
const SAN_FRANCISCO_SHARE = 0.3

/** San Francisco and the 199 most populous cities of the gazetteer that ships with the app, by population. */
export function cities(): City[] {
  const all = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => line.split('\t'))
    .map(([, name = '', , , lat, lng, population]) => ({
      name,
      lat: Number(lat),
      lng: Number(lng),
      population: Number(population),
    }))
    .sort((a, b) => b.population - a.population)
  const home = all.find(city => city.name === 'San Francisco' && city.population > 500_000)
  if (!home) throw new Error('the gazetteer has no San Francisco')
  const others = all.filter(city => city !== home).slice(0, CITIES - 1)
  const people = others.reduce((sum, city) => sum + city.population, 0)
  return [
    { ...home, share: SAN_FRANCISCO_SHARE },
    ...others.map(city => ({ ...city, share: (city.population / people) * (1 - SAN_FRANCISCO_SHARE) })),
  ]
}
