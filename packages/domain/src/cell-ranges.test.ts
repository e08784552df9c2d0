import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellRanges } from './cell-ranges.ts'
import { cellCentre, cellOf, chordOf, unitVector } from './place.ts'

/** Finds cells around a place by checking each one in a larger area, including poles and date line. */
function inside(lat: number, lng: number, km: number, point: [number, number, number]): Set<number> {
  const found = new Set<number>()
  const rows = Math.ceil(km / 1.1) + 2
  for (let row = -rows; row <= rows; row++) {
    const rowLat = lat + row / 100
    if (rowLat <= -90 || rowLat >= 90) continue
    const reach =
      Math.abs(rowLat) > 88 ? 18_000 : Math.min(18_000, Math.ceil(rows / Math.cos((rowLat * Math.PI) / 180)) + 2)
    for (let column = -reach; column <= reach; column++) {
      const wrapped = ((lng + column / 100 + 540) % 360) - 180
      const cell = cellOf({ lat: rowLat, lng: wrapped })
      if (Math.hypot(...minus(unitVector(cellCentre(cell)), point)) <= chordOf(km)) found.add(cell)
    }
  }
  return found
}
const minus = (a: number[], b: number[]) => a.map((value, index) => value - (b[index] ?? 0))

function isExact(lat: number, lng: number, km: number): void {
  const centre = cellCentre(cellOf({ lat, lng }))
  const [x, y, z] = unitVector(centre)
  const point: [number, number, number] = [x + 5.1e-8, y + 3.3e-8, z + 4.7e-8]
  const listed = cellRanges(point, km).flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
  )
  expect(new Set(listed).size).toBe(listed.length)
  expect(new Set(listed)).toEqual(inside(centre.lat, centre.lng, km, point))
}

test('the cells within a distance are exactly those whose centres are', () => {
  const lng = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(179.995, -179.995, 180, -180))
  fc.assert(fc.property(fc.double({ min: -80, max: 80, noNaN: true }), lng, fc.integer({ min: 5, max: 12 }), isExact), {
    numRuns: 50,
  })
})

test.each([
  [89.995, 0],
  [89.96, 120],
  [-89.995, 179.995],
  [-89.9, -179.995],
])('around the poles too: %d, %d', (lat, lng) => isExact(lat, lng, 5), 20_000)
