import type { ImportedPark } from '@barkyard/db/queries/parks/import'
import { PARK_ADDRESS_MAX, PARK_NAME_MAX } from '@barkyard/domain/parks'
import { trimmedText } from '@barkyard/domain/schemas/fields'
import type { Park } from '@barkyard/domain/schemas/park'
import { pointInside } from './point-inside.ts'

// Made once: a file has many rows.
const [REF, NAME, ADDRESS] = [trimmedText(1, 100), trimmedText(1, PARK_NAME_MAX), trimmedText(0, PARK_ADDRESS_MAX)]

/** A row that does not become a park. */
interface LeftOut {
  row: string
  why: string
}

type Facts = Park['facts']

/** What tags say of a park; of two about the same fact, the first counts. The README has the same table. */
const FACTS: readonly (readonly [fact: keyof Facts, tag: string, value: RegExp, says: Facts[keyof Facts]])[] = [
  ['fenced', 'fenced', /^yes$/, true],
  ['fenced', 'fenced', /^no$/, false],
  ['fenced', 'barrier', /^(fence|wall|hedge)$/, true],
  ['water', 'drinking_water', /^yes$/, true],
  ['water', 'drinking_water:dog', /^yes$/, true],
  ['water', 'drinking_water', /^no$/, false],
  ['smallDogs', 'small_dog', /^(yes|designated|only)$/, true],
  ['smallDogs', 'small_dogs', /^(yes|designated|only)$/, true],
  ['smallDogs', 'small_dog', /^no$/, false],
  ['leash', 'dog:conditional', /leashed/, 'hours'],
  ['leash', 'dog', /^leashed$/, 'on'],
  ['leash', 'dog', /^unleashed$/, 'off'],
  ['leash', 'leisure', /^dog_park$/, 'off'],
]

type Tags = Record<string, string>

function factsOf(tags: Tags): Facts {
  const facts: Facts = { fenced: null, water: null, smallDogs: null, leash: null }
  for (const [fact, tag, value, says] of FACTS)
    if (facts[fact] === null && tags[tag] !== undefined && value.test(tags[tag])) Object.assign(facts, { [fact]: says })
  return facts
}

const ELEMENTS: Record<string, string> = { n: 'node', w: 'way', r: 'relation' }

/** `node/1`, `n1`, an element's address on the web, and osmium's `a2` (way 1) and `a3` (relation 1) are one way to write an id. */
function refOf(id: string): string {
  const [, kind = '', number = ''] =
    /^(?:https?:\/\/(?:www\.)?openstreetmap\.org\/)?(node|way|relation|[nwra])\/?(\d{1,18})$/.exec(id) ?? []
  if (kind === '') return id
  if (kind !== 'a') return `${ELEMENTS[kind] ?? kind}/${BigInt(number)}`
  return `${BigInt(number) % 2n === 0n ? 'way' : 'relation'}/${BigInt(number) / 2n}`
}

/** The id of a feature, wherever its exporter writes it; null: it has none. */
function idOf(feature: Record<string, unknown>, tags: Tags): string | null {
  const typed = (type: string | undefined, number: string | undefined) =>
    type === undefined || number === undefined || !/^\d+$/.test(number) ? undefined : `${type}/${number}`
  const own = feature.id === undefined || feature.id === null ? undefined : String(feature.id)
  const id =
    typed(tags['@type'], tags['@id']) ??
    typed(tags.osm_type, tags.osm_id) ??
    tags['@id'] ??
    tags.full_id ??
    own ??
    typed(tags.type, tags.id)
  const ref = REF.safeParse(id && refOf(id.trim()))
  return ref.success ? ref.data : null
}

/** The texts of an object; numbers become texts. */
const textsOf = (value: unknown): Tags =>
  Object.fromEntries(
    Object.entries(value ?? {}).flatMap(([key, text]) =>
      typeof text === 'string' || typeof text === 'number' ? [[key, String(text).trim()]] : [],
    ),
  )

function isForDogs({ leisure = '', dog = '' }: Tags): boolean {
  const kinds = leisure.split(';')
  return kinds.includes('dog_park') || (kinds.includes('park') && ['yes', 'leashed', 'unleashed'].includes(dog))
}

function addressOf(tags: Tags): string {
  const words = (...keys: string[]) => keys.flatMap(key => tags[`addr:${key}`] || []).join(' ')
  const parts = [words('housenumber', 'street'), words('postcode', 'city'), words('state')]
  const address = ADDRESS.safeParse(tags['addr:full'] ?? parts.filter(Boolean).join(', '))
  return address.success ? address.data : ''
}

const NO_NAME = 'it has no name (--all-unnamed names it after its street)'

const nameAfter = ({ 'addr:street': street }: Tags) => (street ? `${street} dog park` : 'Dog park')

/** The park of a feature of OpenStreetMap, or why there is none. @param nameAll names those without a name. */
export function parkOf(feature: unknown, { nameAll }: { nameAll: boolean }): ImportedPark | LeftOut {
  const { properties, geometry, ...rest } = (feature ?? {}) as Record<string, unknown>
  // Some exporters write the tags in an object of their own.
  const tags = { ...textsOf(properties), ...textsOf((properties as Tags | null)?.tags) }
  const ref = idOf(rest, textsOf(properties))
  const row = [ref ?? 'a row without an id', tags.name && JSON.stringify(tags.name)].filter(Boolean).join(' ')
  const leftOut = (why: string): LeftOut => ({ row, why })

  if (ref === null) return leftOut('it has no id by which a later file could name it')
  if (!isForDogs(tags))
    return leftOut('it is neither leisure=dog_park nor leisure=park with dog=yes, leashed or unleashed')
  if (!tags.name && !nameAll) return leftOut(NO_NAME)
  const name = NAME.safeParse(tags.name || nameAfter(tags))
  if (!name.success) return leftOut(`its name: ${name.error.issues[0]?.message}`)
  const point = pointInside(geometry)
  if (typeof point === 'string') return leftOut(point)
  return { ref, ...point, name: name.data, address: addressOf(tags), facts: factsOf(tags) }
}
