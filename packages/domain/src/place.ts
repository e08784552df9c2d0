import type { Preferences } from './schemas/preferences.ts'

/** A place in degrees, WGS 84. */
export interface Place {
  lat: number
  lng: number
}

/** Degrees of one cell of the privacy grid, about 1.1 km of latitude. */
export const CELL_DEGREES = 0.01
const CELLS_PER_DEGREE = 100
const ROWS = 180 * CELLS_PER_DEGREE
const COLUMNS = 360 * CELLS_PER_DEGREE
/** What is within this distance, in km, is around a place. Counts of it stop at AROUND_MAX. */
export const AROUND_KM = 50
export const AROUND_MAX = 100
/** Mean radius of the Earth in km (IUGG). */
export const EARTH_RADIUS_KM = 6371.0088

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The cell of a place, as an integer below 648,000,000 (it fits an int4). Longitude 180 is −180; the north pole is in the top row. */
export function cellOf({ lat, lng }: Place): number {
  const row = Math.min(ROWS - 1, Math.floor((lat + 90) * CELLS_PER_DEGREE))
  const column = Math.floor((lng + 180) * CELLS_PER_DEGREE) % COLUMNS
  return row * COLUMNS + column
}

/** The centre of a cell. Everything is computed from this place only. */
export function cellCentre(cell: number): Place {
  const row = Math.floor(cell / COLUMNS)
  const column = cell % COLUMNS
  return { lat: (row + 0.5) / CELLS_PER_DEGREE - 90, lng: (column + 0.5) / CELLS_PER_DEGREE - 180 }
}

/** The point on the unit sphere. Distances are exact everywhere, including poles and date line. */
export function unitVector({ lat, lng }: Place): [number, number, number] {
  const cos = Math.cos(radians(lat))
  return [cos * Math.cos(radians(lng)), cos * Math.sin(radians(lng)), Math.sin(radians(lat))]
}

/** The length of the chord of the unit sphere for `km` on the ground. */
export const chordOf = (km: number) => 2 * Math.sin(Math.min(Math.PI, km / EARTH_RADIUS_KM) / 2)

/** Great-circle distance in km (haversine formula). */
export function distanceKm(a: Place, b: Place): number {
  const sinLat = Math.sin(radians(b.lat - a.lat) / 2)
  const sinLng = Math.sin(radians(b.lng - a.lng) / 2)
  const h = sinLat ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * sinLng ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The distance that is shown between snapped places: whole km, at least 1. */
export const shownKm = (km: number) => Math.max(1, Math.round(km))

/** The unit in which somebody reads distances. */
export type Units = Preferences['units']

const KM_PER_MILE = 1.609344

/** "4 km", "2 mi". @param km whole km */
export const distanceText = (km: number, units: Units) =>
  units === 'mi' ? `${Math.max(1, Math.round(km / KM_PER_MILE))} mi` : `${km} km`
