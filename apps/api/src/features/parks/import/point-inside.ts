import type { Place } from '@barkyard/domain/place'
import polylabel from 'polylabel'

type Ring = [number, number][]

const isPosition = (value: unknown): value is [number, number] =>
  Array.isArray(value) &&
  Number.isFinite(value[0]) &&
  Number.isFinite(value[1]) &&
  Math.abs(value[0]) <= 180 &&
  Math.abs(value[1]) <= 90

/** A ring has four positions at least, as its last one repeats the first. */
const isPolygon = (value: unknown): value is Ring[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(ring => Array.isArray(ring) && ring.length >= 4 && ring.every(isPosition))

/** How many times finer each of the rounds is that look for a point inside a narrow area. */
const [FIRST_PART, FINER, ROUNDS] = [16, 8, 4]

/** The point of an area that is farthest from its edge, and how far, in degrees of latitude; null: it has no inside. */
function poleOf(rings: readonly Ring[]): (Place & { distance: number }) | null {
  const lats = rings.flatMap(ring => ring.map(([, lat]) => lat))
  const [south, north] = lats.reduce(([low, high], lat) => [Math.min(low, lat), Math.max(high, lat)], [90, -90])
  // A degree of longitude is as long as one of latitude only at the equator.
  const width = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const flat = rings.map(ring => ring.map(([lng, lat]): [number, number] => [lng * width, lat]))
  const lngs = (flat[0] ?? []).map(([lng]) => lng)
  const [west, east] = lngs.reduce(([low, high], lng) => [Math.min(low, lng), Math.max(high, lng)], [180, -180])
  let precision = Math.min(north - south, east - west) / FIRST_PART
  if (!(precision > 0)) return null
  for (let round = 0; round < ROUNDS; round++, precision /= FINER) {
    const pole = polylabel(flat, precision)
    if (pole.distance > 0) return { lat: pole[1], lng: pole[0] / width, distance: pole.distance }
  }
  return null
}

/** Seven decimals are a centimetre, and what OpenStreetMap has. */
const rounded = ({ lat, lng }: Place): Place => ({ lat: Number(lat.toFixed(7)), lng: Number(lng.toFixed(7)) })

/**
 * A point inside a GeoJSON geometry: of an area the one that is farthest from its edge, of several areas that of the widest.
 * @returns why there is none.
 */
export function pointInside(geometry: unknown): Place | string {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown }
  if (type === 'Point')
    return isPosition(coordinates)
      ? rounded({ lat: coordinates[1], lng: coordinates[0] })
      : 'its point is not on the map'
  if (type !== 'Polygon' && type !== 'MultiPolygon') return 'it is neither a point nor an area'
  const polygons: unknown = type === 'Polygon' ? [coordinates] : coordinates
  if (!Array.isArray(polygons) || polygons.length === 0 || !polygons.every(isPolygon))
    return 'its outline is not on the map'
  const poles = polygons.flatMap(rings => poleOf(rings) ?? [])
  const [first, ...others] = poles
  if (!first) return 'its outline has no inside'
  return rounded(others.reduce((widest, pole) => (pole.distance > widest.distance ? pole : widest), first))
}
