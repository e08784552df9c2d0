import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CELL_DEGREES,
  cellCentre,
  cellOf,
  chordOf,
  distanceKm,
  EARTH_RADIUS_KM,
  type Place,
  shownKm,
  unitVector,
} from './place.ts'

const snap = (place: Place) => cellCentre(cellOf(place))

const place = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})
/** Degrees between two longitudes, the shorter way round. */
const lngApart = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180)

describe('the privacy grid', () => {
  test('numbers its cells with integers that fit an int4, and moves no place further than half a cell, and a snapped one no further', () => {
    fc.assert(
      fc.property(place, somewhere => {
        const snapped = snap(somewhere)
        expect(snap(snapped)).toEqual(snapped)
        const cell = cellOf(somewhere)
        expect(cellOf(snapped)).toBe(cell)
        expect(Number.isInteger(cell) && cell >= 0 && cell < 648_000_000).toBe(true)
        expect(Math.abs(snapped.lat - somewhere.lat)).toBeLessThanOrEqual(CELL_DEGREES / 2 + 1e-9)
        expect(lngApart(snapped.lng, somewhere.lng)).toBeLessThanOrEqual(CELL_DEGREES / 2 + 1e-9)
      }),
      { numRuns: 1000 },
    )
  })

  test('gives two dogs in one cell the same place, and neighbours are one cell away', () => {
    expect(snap({ lat: 37.7701, lng: -122.4299 })).toEqual(snap({ lat: 37.7799, lng: -122.4201 }))
    expect(snap({ lat: 37.7701, lng: -122.4299 })).not.toEqual(snap({ lat: 37.7801, lng: -122.4299 }))
    const centre = { lat: expect.closeTo(37.775), lng: expect.closeTo(-122.415) }
    expect(snap({ lat: 37.7749, lng: -122.4194 })).toEqual(centre)
  })

  test('works at the poles and at the date line, where 180 is −180', () => {
    expect(snap({ lat: 90, lng: 0 }).lat).toBeCloseTo(89.995)
    expect(cellOf({ lat: 90, lng: 0 })).toBe(cellOf({ lat: 89.999, lng: 0 }))
    expect(snap({ lat: -90, lng: 0 }).lat).toBeCloseTo(-89.995)
    expect(cellOf({ lat: -90, lng: -180 })).toBe(0)
    expect(cellOf({ lat: 90, lng: 179.999 })).toBe(647_999_999)
    expect(cellOf({ lat: 0, lng: 180 })).toBe(cellOf({ lat: 0, lng: -180 }))
    expect(snap({ lat: 0, lng: 180 }).lng).toBeCloseTo(-179.995)
    expect(snap({ lat: 0, lng: 179.999 }).lng).toBeCloseTo(179.995)
    // Adjacent on the ground, but with very different numbers.
    expect(distanceKm(snap({ lat: 0, lng: 179.999 }), snap({ lat: 0, lng: -179.999 }))).toBeCloseTo(1.112, 2)
  })
})

describe('distance', () => {
  const sanFrancisco = { lat: 37.7749, lng: -122.4194 }
  test.each<[string, Place, Place, number]>([
    ['San Francisco to Los Angeles', sanFrancisco, { lat: 34.0522, lng: -118.2437 }, 559.1],
    ['London to Paris', { lat: 51.5074, lng: -0.1278 }, { lat: 48.8566, lng: 2.3522 }, 343.6],
    ['Sydney to Auckland', { lat: -33.8688, lng: 151.2093 }, { lat: -36.8509, lng: 174.7645 }, 2156],
    ['a degree of the 60th parallel', { lat: 60, lng: 179.5 }, { lat: 60, lng: -179.5 }, 55.597],
    ['pole to pole', { lat: 90, lng: 0 }, { lat: -90, lng: 77 }, Math.PI * EARTH_RADIUS_KM],
    ['a degree of the equator', { lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }, 111.195],
    ['the pole, whichever way one looks', { lat: 90, lng: 10 }, { lat: 90, lng: -170 }, 0],
  ])('%s', (_, a, b, km) => {
    expect(Math.abs(distanceKm(a, b) - km)).toBeLessThan(Math.max(0.1, km * 0.0005))
  })

  test('is the same in both directions, and equals that of the chord between the points', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const km = distanceKm(a, b)
        expect(distanceKm(b, a)).toBeCloseTo(km, 6)
        const [from, to] = [unitVector(a), unitVector(b)]
        // Every point lies on the unit sphere.
        expect(Math.hypot(...from)).toBeCloseTo(1, 12)
        expect(Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2])).toBeCloseTo(chordOf(km), 7)
      }),
    )
    expect(chordOf(0)).toBe(0)
    expect(chordOf(50_000)).toBeCloseTo(2)
  })

  test('is shown in whole kilometres, at least one', () => {
    expect([0, 0.4, 1.4, 1.6, 24.5, 99.49].map(shownKm)).toEqual([1, 1, 1, 2, 25, 99])
  })
})
