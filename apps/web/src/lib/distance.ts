import type { SniffDog } from '@barkyard/domain/schemas/dog'
import type { Preferences } from '@barkyard/domain/schemas/preferences'
import { distanceReason } from '@barkyard/domain/sniff'
import { trpc } from '../trpc.ts'

export type Units = Preferences['units']

const KM_PER_MILE = 1.609344

/** "4 km", "2 mi". @param km whole km */
export const distanceText = (km: number, units: Units) =>
  units === 'mi' ? `${Math.max(1, Math.round(km / KM_PER_MILE))} mi` : `${km} km`

/** The unit in which the user reads distances. Kilometres until it is known. */
export const useUnits = (): Units =>
  trpc.preferences.get.useQuery(undefined, { throwOnError: false, select: ({ units }) => units }).data ?? 'km'

/** Reasons why a dog suits, without the distance, which stands elsewhere. */
export const reasonsOf = ({ compatibility, distance }: SniffDog) =>
  compatibility?.reasons.filter(reason => distance === null || reason !== distanceReason(distance)) ?? []

/** Reasons why a dog suits, with the distance among them in the user's unit. */
export const reasonsIn = (reasons: readonly string[], distance: number | null, units: Units): string[] =>
  reasons.map(reason =>
    distance !== null && reason === distanceReason(distance) ? `${distanceText(distance, units)} apart` : reason,
  )
