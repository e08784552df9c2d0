interface Point {
  x: number
  y: number
}

const ROUNDS = 60

/** A move for each point after which no two are nearer than `side` in both directions, as targets of that size must be. */
export function spread(points: readonly Point[], side: number): Point[] {
  const places = points.map(point => ({ ...point }))
  for (let round = 0; round < ROUNDS; round++) {
    let isMoved = false
    for (const [index, one] of places.entries())
      for (const other of places.slice(index + 1)) {
        const [dx, dy] = [other.x - one.x, other.y - one.y]
        const [overX, overY] = [side - Math.abs(dx), side - Math.abs(dy)]
        // A rest that is no pixel ends it.
        if (overX < 0.5 || overY < 0.5) continue
        isMoved = true
        const axis = overX < overY ? 'x' : 'y'
        const by = (Math.min(overX, overY) / 2) * ((axis === 'x' ? dx : dy) < 0 ? -1 : 1)
        one[axis] -= by
        other[axis] += by
      }
    if (!isMoved) break
  }
  return places.map((place, index) => ({ x: place.x - (points[index]?.x ?? 0), y: place.y - (points[index]?.y ?? 0) }))
}
