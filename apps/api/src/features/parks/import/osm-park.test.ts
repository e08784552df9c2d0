import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parkOf } from './osm-park.ts'
import { pointInside } from './point-inside.ts'
import { readFeatures } from './read-features.ts'

const POINT = { type: 'Point', coordinates: [5.12, 52.09] }
const DOG_PARK = { leisure: 'dog_park', name: 'Hondenveld' }

const feature = (properties: object, more: object = {}) => ({
  type: 'Feature',
  id: 'node/1',
  geometry: POINT,
  properties,
  ...more,
})
/** As "1,2 3,4". */
const ring = (points: string) => points.split(' ').map(point => point.split(',').map(Number))
const read = (properties: object, more: object = {}) => parkOf(feature(properties, more), { nameAll: false })

describe('a row of an export becomes a park', () => {
  test.each([
    ['overpass turbo', { id: 'way/7', properties: { '@id': 'way/7', ...DOG_PARK } }],
    ['osmium', { id: 'w7', properties: DOG_PARK }],
    ['osmium, of an area', { id: 'a14', properties: DOG_PARK }],
    ['osmium with attributes', { id: undefined, properties: { '@type': 'way', '@id': 7, ...DOG_PARK } }],
    ['an id in the properties', { id: 12, properties: { '@id': 'way/7', ...DOG_PARK } }],
    ['tags in their own object', { id: 'way/7', properties: { type: 'way', id: 7, tags: DOG_PARK } }],
    ['an address', { id: 'https://www.openstreetmap.org/way/7', properties: DOG_PARK }],
  ])('with one id, as %s writes it', (_, more) => {
    expect(read({}, more)).toMatchObject({ ref: 'way/7', name: 'Hondenveld', lat: 52.09, lng: 5.12 })
  })

  const unknown = { fenced: null, water: null, smallDogs: null, leash: null }
  test.each([
    [{ leisure: 'dog_park' }, { leash: 'off' }],
    [{ leisure: 'park', dog: 'yes' }, {}],
    [{ leisure: 'park', dog: 'leashed', 'dog:conditional': 'unleashed @ (07:00-09:00)' }, { leash: 'hours' }],
    [
      { leisure: 'park', dog: 'unleashed', fenced: 'no', drinking_water: 'no' },
      { leash: 'off', fenced: false, water: false },
    ],
    [
      { leisure: 'park;garden', dog: 'leashed', barrier: 'fence' },
      { leash: 'on', fenced: true },
    ],
    [
      { leisure: 'dog_park', 'drinking_water:dog': 'yes', small_dog: 'designated' },
      { leash: 'off', water: true, smallDogs: true },
    ],
  ])('with the facts of its tags %o', (tags, facts) => {
    expect(read({ name: 'Park', ...tags })).toMatchObject({ facts: { ...unknown, ...facts } })
  })

  test('with its address, and without a name after its street if it is asked to', () => {
    const tags = { leisure: 'dog_park', 'addr:street': 'Maliebaan', 'addr:housenumber': '3', 'addr:city': 'Utrecht' }
    expect(parkOf(feature(tags), { nameAll: true })).toMatchObject({
      name: 'Maliebaan dog park',
      address: '3 Maliebaan, Utrecht',
    })
    expect(parkOf(feature({ leisure: 'dog_park' }), { nameAll: true })).toMatchObject({ name: 'Dog park', address: '' })
  })

  test.each([
    ['no id', { id: undefined }, DOG_PARK],
    ['neither leisure', {}, { leisure: 'park', name: 'No dogs', dog: 'no' }],
    ['neither leisure', { properties: null }, {}],
    ['no name', {}, { leisure: 'dog_park', name: '  ' }],
    ['At most 120', {}, { leisure: 'dog_park', name: 'x'.repeat(121) }],
    ['without control characters', {}, { leisure: 'dog_park', name: 'Park\u001b[2J' }],
    ['neither a point nor an area', { geometry: { type: 'LineString', coordinates: [[1, 2]] } }, DOG_PARK],
    ['neither a point nor an area', { geometry: null }, DOG_PARK],
    ['not on the map', { geometry: { type: 'Point', coordinates: [181, 0] } }, DOG_PARK],
    ['not on the map', { geometry: { type: 'Polygon', coordinates: [[[0, 0]]] } }, DOG_PARK],
    ['no inside', { geometry: { type: 'Polygon', coordinates: [ring('0,0 1,0 2,0 0,0')] } }, DOG_PARK],
  ])('or is left out because of “%s”', (why, more, tags) => {
    expect(read(tags, more)).toEqual({ row: expect.any(String), why: expect.stringContaining(why) })
  })
})

describe('the point of an area', () => {
  /** Whether a point is inside a ring, by counting the edges east of it. */
  const isInside = ({ lat, lng }: { lat: number; lng: number }, ring: number[][]) =>
    ring.slice(1).filter(([x2 = 0, y2 = 0], nth) => {
      const [x1 = 0, y1 = 0] = ring[nth] ?? []
      return y1 > lat !== y2 > lat && lng < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1
    }).length %
      2 ===
    1
  const inside = (coordinates: number[][][]) => {
    const point = pointInside({ type: 'Polygon', coordinates })
    if (typeof point === 'string') throw new Error(point)
    return isInside(point, coordinates[0] ?? []) && coordinates.slice(1).every(hole => !isInside(point, hole))
  }

  test('lies inside of a star of any shape, also of a narrow one in the north', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.02, max: 1, noNaN: true }), { minLength: 5, maxLength: 40 }),
        fc.double({ min: -80, max: 80, noNaN: true }),
        (radii, lat) => {
          const star = radii.map((radius, nth) => {
            const angle = (nth / radii.length) * 2 * Math.PI
            return [20 + (Math.cos(angle) * radius) / 100, lat + (Math.sin(angle) * radius) / 100]
          })
          return inside([[...star, star[0] ?? []]])
        },
      ),
    )
  })

  test('lies in the bow of a narrow U, and beside a lake', () => {
    expect(inside([ring('0,0 1,0 1,1 0.999,1 0.999,0.001 0.001,0.001 0.001,1 0,1 0,0')])).toBe(true)
    const square = ring('0,0 1,0 1,1 0,1 0,0')
    const lake = ring('0.1,0.1 0.9,0.1 0.9,0.9 0.1,0.9 0.1,0.1')
    expect(inside([square, lake])).toBe(true)
    const far = square.map(([x = 0, y = 0]) => [x * 2 + 10, y * 2 + 10])
    expect(pointInside({ type: 'MultiPolygon', coordinates: [[square], [far]] })).toEqual({ lat: 11, lng: 11 })
  })
})

describe('a file', () => {
  const all = async (text: string) => {
    const file = join(tmpdir(), `barkyard-${process.pid}.geojson`)
    await writeFile(file, text)
    const rows = []
    for await (const row of readFeatures(file)) rows.push(row)
    return rows
  }

  test('is read feature by feature', async () => {
    expect(await all('\ufeff{"type":"FeatureCollection","features":[{"id":"n1"},{"id":"n2"}],"x":[1]}')).toEqual([
      { id: 'n1' },
      { id: 'n2' },
    ])
    expect(await all('{"features":[]}')).toEqual([])
  })

  test.each(['{"features":[{"id":"n1"},', '{"features":[{"id":"n1"}]', '{"type":"Feature"}', '<osm>', '', '[]'])(
    'that is cut short or something else is refused: %s',
    async text => {
      await expect(all(text)).rejects.toThrow()
    },
  )
})
