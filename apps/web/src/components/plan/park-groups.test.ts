import { expect, test } from 'vitest'
import { spread } from './park-groups.ts'

test('points that cover each other are moved apart as little as needed, the others stay', () => {
  const points = [
    { x: 0, y: 0 },
    { x: -20, y: 30 },
    { x: 200, y: 0 },
  ]
  const moves = spread(points, 44)
  expect(moves[2]).toEqual({ x: 0, y: 0 })
  const [one, other] = [0, 1].map(index => ({
    x: (points[index]?.x ?? 0) + (moves[index]?.x ?? 0),
    y: (points[index]?.y ?? 0) + (moves[index]?.y ?? 0),
  }))
  expect((other?.y ?? 0) - (one?.y ?? 0)).toBeCloseTo(44, 0)
  expect(moves[0]?.x).toBe(0)
})

test('a heap at one place becomes a field of targets', () => {
  const heap = Array.from({ length: 8 }, (_, index) => ({ x: index, y: index * 2 }))
  const places = spread(heap, 44).map((move, index) => ({ x: index + move.x, y: index * 2 + move.y }))
  for (const [index, one] of places.entries())
    for (const other of places.slice(index + 1))
      expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThan(40)
})
