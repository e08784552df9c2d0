import { calendarText } from '@barkyard/api/features/calendar/calendar-text'
import { loadCities } from '@barkyard/api/features/location/gazetteer/city-file'
import { findCity, similarCities, suggestCities } from '@barkyard/api/features/location/gazetteer/gazetteer'
import { BODY_MAX_BYTES, requireShallow } from '@barkyard/api/platform/http/json'
import { compatibility } from '@barkyard/domain/matching'
import { type Goal, goal, number, printTable } from './lib/report.ts'

/** Work that a caller can cause and that holds up everybody else meanwhile, with its largest input, and its goal in ms. */
const WORK: [name: string, ms: number, work: () => unknown][] = [
  ['a calendar feed of 300 playdates', 10, () => calendarText(ENTRIES(), new URL('https://yard.example'))],
  ['a city that does not exist', 1, () => check(`san ${'zzzz '.repeat(23)}`)],
  ['a city of one long word', 1, () => check(`sanx${'q'.repeat(116)}`)],
  ['a city of many parts', 1, () => check(`springfield, ${'a, '.repeat(35)}`)],
  ['suggestions for one letter', 1, () => suggestCities('s', 8)],
  ['suggestions in a region', 1, () => suggestCities('s, x', 8)],
  ['the depth of a body of 64 KiB', 1, () => requireShallow('['.repeat(30) + ' '.repeat(BODY_MAX_BYTES - 30))],
  ['the compatibility of 100 dogs', 1, () => Array.from({ length: 100 }, () => compatibility(DOG, DOG, 4))],
]

const DOG: Parameters<typeof compatibility>[0] = {
  ageYears: 3,
  size: 'small',
  temperament: ['playful', 'calm', 'shy'],
}

const check = (city: string) => findCity(city) ?? similarCities(city, 3)

const ENTRIES = () =>
  Array.from({ length: 300 }, (_, n) => ({
    kind: 'playdate' as const,
    id: `${n}`,
    when: new Date(n * 3_600_000),
    since: new Date(0),
    parkName: 'Dolores Park',
    place: { lat: 37.7596, lng: -122.4269 },
    address: 'Dolores St & 19th St, San Francisco, CA 94114',
    revision: 1,
    notes: 'Ball games 🐕 '.repeat(14),
    status: 'accepted' as const,
    dogName: 'Ada',
    otherDogName: 'Bo',
  }))

const ROUNDS = 30

/** The shortest time in ms: other load on the machine only adds to it. */
function fastest(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    work()
    best = Math.min(best, performance.now() - began)
  }
  return best
}

/** Names every synchronous piece of work of more than 1 ms. */
export async function run(): Promise<Goal[]> {
  loadCities()
  const measured = WORK.map(([name, ms, work]) => ({ name, ms, took: fastest(work) }))
  printTable(
    ['more than 1 ms', 'ms'],
    measured.filter(({ took }) => took > 1).map(({ name, took }) => [name, number(took)]),
  )
  return measured.map(({ name, ms, took }) => goal(`${name}, ms`, took, '≤', ms))
}
