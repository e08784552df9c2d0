import { builtInPark, PARK_NAME_KM, PARKS, type PlanPark } from '@barkyard/domain/parks'
import type { Place } from '@barkyard/domain/place'
import type { Db } from '../../open.ts'
import type { ParkColumns } from '../../tables/walks.ts'
import { chordTo, isWithin, openParks } from './parks.ts'

export const planParkColumns = <T extends 'walks' | 'playdates'>(table: T) =>
  [`${table}.park_name`, `${table}.park_id`, `${table}.park_lat`, `${table}.park_lng`, `${table}.time_zone`] as const
export type PlanParkRow = ParkColumns

/** The park of a plan, as it was when the plan was made. Rows of older processes hold a name of the built-in ones alone. */
export function planParkOf(row: PlanParkRow): PlanPark & { place: Place } {
  const { park_name: parkName, park_id: parkId, park_lat: lat, park_lng: lng, time_zone: timeZone } = row
  const known = PARKS.find(({ id }) => id === parkId)
  if (parkId !== null && lat !== null && lng !== null && timeZone !== null && (!known || known.name === parkName))
    return { parkId, parkName, timeZone, place: { lat, lng } }
  return builtInPark(parkName)
}

export function parkNamesOf(row: PlanParkRow): Pick<PlanPark, 'parkName' | 'parkId' | 'timeZone'> {
  const { parkName, parkId, timeZone } = planParkOf(row)
  return { parkName, parkId, timeZone }
}

/** Stored terms. Those of older processes hold the name of a built-in park alone. */
export const storedTerms = <T extends { parkName: string }>(terms: T): T & PlanPark => ({
  ...builtInPark(terms.parkName),
  ...terms,
})

export const toPlanParkRow = ({ parkId, parkName, timeZone, place }: PlanPark): PlanParkRow => ({
  park_id: parkId,
  park_name: parkName,
  park_lat: place?.lat ?? null,
  park_lng: place?.lng ?? null,
  time_zone: timeZone,
})

/** How a caller names the park of a plan. The id counts; a name counts with a point, or if it is of the built-in ones. */
interface NamedPark {
  parkId?: string | undefined
  parkName?: string | undefined
  point: Place | null
}

/** The park that a new plan names. @returns null if there is none. */
export async function findPlanPark(db: Db, { parkId, parkName, point }: NamedPark) {
  if (parkId !== undefined) {
    const row = await db
      .selectFrom('parks')
      .select(['id', 'name', 'lat', 'lng', 'time_zone', 'state', 'offered_at'])
      .where('id', '=', parkId)
      .executeTakeFirst()
    if (!row || row.state === 'waiting' || row.offered_at === null) return null
    return row.state === 'closed' ? 'park-closed' : toPlanPark(row)
  }
  if (parkName === undefined) return null
  const near =
    point &&
    (await openParks(db)
      .where('name', '=', parkName)
      .where(isWithin(point, PARK_NAME_KM))
      .orderBy(chordTo(point))
      .limit(1)
      .executeTakeFirst())
  if (near) return toPlanPark(near)
  return PARKS.some(({ name }) => name === parkName) ? builtInPark(parkName) : null
}

const toPlanPark = (row: { id: string; name: string; lat: number; lng: number; time_zone: string }): PlanPark => ({
  parkId: row.id,
  parkName: row.name,
  timeZone: row.time_zone,
  place: { lat: row.lat, lng: row.lng },
})
