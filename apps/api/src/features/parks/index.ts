import type { Db, Trx } from '@barkyard/db/open'
import { findPlanPark } from '@barkyard/db/queries/parks/plan-park'
import { findSearcher } from '@barkyard/db/queries/sniff/sniff'
import { PARKS, type PlanPark } from '@barkyard/domain/parks'
import { cellCentre, distanceKm, type Place, shownKm } from '@barkyard/domain/place'
import type { AdminPark, ParkOfPlan } from '@barkyard/domain/schemas/park'
import type { Caller } from '../../platform/access/sessions.ts'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'

const pointOf = ({ lat, lng }: ParkOfPlan): Place | null =>
  lat === undefined || lng === undefined ? null : { lat, lng }

const unknownPark = ({ parkId }: ParkOfPlan) =>
  new AppError('invalid-input', {
    path: parkId === undefined ? 'parkName' : 'parkId',
    message: 'Please select one of the parks',
  })

export const namesPark = ({ parkId, parkName }: ParkOfPlan): boolean => parkId !== undefined || parkName !== undefined

/** Refuses input that can name no park, before the database is asked. @throws AppError invalid-input, naming the field */
export function requireParkName(input: ParkOfPlan): void {
  if (input.parkId !== undefined) return
  if (!PARKS.some(({ name }) => name === input.parkName) && (input.parkName === undefined || !pointOf(input)))
    throw unknownPark(input)
}

/** The park that a new plan names. @throws AppError invalid-input, naming the field; park-closed */
export async function requirePlanPark(db: Db, input: ParkOfPlan): Promise<PlanPark> {
  const { parkId, parkName } = input
  const park = unwrapOrThrow(await findPlanPark(db, { parkId, parkName, point: pointOf(input) }))
  if (!park) throw unknownPark(input)
  return park
}

export async function placeOf({ db }: { db: Db | Trx }, { actingUserId }: Caller): Promise<Place | null> {
  const searcher = await findSearcher(db, actingUserId)
  return searcher?.cell == null ? null : cellCentre(searcher.cell)
}

/** A park that was just written, with its distance from the caller's place. */
export async function seenFrom(db: Trx, caller: Caller, park: AdminPark): Promise<AdminPark> {
  const from = await placeOf({ db }, caller)
  return { ...park, distance: from && shownKm(distanceKm(from, park)) }
}
