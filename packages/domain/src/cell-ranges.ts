import { CELL_DEGREES, cellCentre, cellOf, chordOf } from './place.ts'

const radians = (degrees: number) => (degrees * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI

/** Cells from the first to the second, both included. */
type CellRange = [from: number, to: number]

/**
 * The cells whose centres are within `km` of a point, as ranges of cell numbers: one for each row of the grid, or two
 * across the date line. The nearest row comes first.
 * @param point on or near the unit sphere. Its exact length matters.
 */
export function cellRanges([x, y, z]: readonly [number, number, number], km: number): CellRange[] {
  const length = Math.hypot(x, y, z)
  const chord = chordOf(km)
  // |p - q| <= chord, for q of length 1, as an angle.
  const cosAngle = (length ** 2 + 1 - chord ** 2) / (2 * length)
  const angle = Math.acos(Math.min(1, Math.max(-1, cosAngle)))
  const lat = Math.asin(z / length)
  const lng = degrees(Math.atan2(y, x))
  const [sin, cos] = [Math.sin(lat), Math.cos(lat)]
  const ranges: CellRange[] = []
  const addRow = (rowLat: number) => {
    const cosHalf = (cosAngle - sin * Math.sin(radians(rowLat))) / (cos * Math.cos(radians(rowLat)))
    if (cosHalf > 1) return
    const half = cosHalf <= -1 ? 180 : degrees(Math.acos(cosHalf))
    addColumns(ranges, rowLat, lng - half, lng + half)
  }
  const home = cellCentre(cellOf({ lat: degrees(lat), lng })).lat
  const rows = Math.ceil(degrees(angle) / CELL_DEGREES) + 1
  for (let step = 0; step <= rows; step++) {
    const [south, north] = [home - step * CELL_DEGREES, home + step * CELL_DEGREES]
    if (south > -90) addRow(south)
    if (step > 0 && north < 90) addRow(north)
  }
  return ranges
}

/** Adds the cells of a row whose centres lie between two longitudes (less than -180 and more than 180 wrap around). */
function addColumns(ranges: CellRange[], lat: number, west: number, east: number): void {
  const first = Math.ceil((west + 180) / CELL_DEGREES - 0.5)
  const last = Math.floor((east + 180) / CELL_DEGREES - 0.5)
  const columns = Math.round(360 / CELL_DEGREES)
  if (last < first) return
  const row = cellOf({ lat, lng: -180 })
  if (last - first + 1 >= columns) ranges.push([row, row + columns - 1])
  else if (first < 0) ranges.push([row + first + columns, row + columns - 1], [row, row + last])
  else if (last >= columns) ranges.push([row + first, row + columns - 1], [row, row + last - columns])
  else ranges.push([row + first, row + last])
}
