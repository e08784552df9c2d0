import { distanceText, type Units } from '@barkyard/domain/place'
import type { SniffDog } from '@barkyard/domain/schemas/dog'
import { distanceReason } from '@barkyard/domain/sniff'
import { trpc } from '../trpc.ts'

export { distanceText, type Units }

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
