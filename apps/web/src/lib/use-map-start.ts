import { MAP_CENTRE } from '@barkyard/domain/parks'
import type { Place } from '@barkyard/domain/place'
import { useUser } from '../auth.ts'
import { trpc } from '../trpc.ts'

export const placeOf = (user: { lat: number | null; lng: number | null } | null): Place | null =>
  user && user.lat !== null && user.lng !== null ? { lat: user.lat, lng: user.lng } : null

/** Where a map begins that has no point yet: the user's own place, or their city. undefined: not known yet. */
export function useMapStart(): Place | undefined {
  const user = useUser()
  const own = placeOf(user)
  const city = user?.city ?? ''
  const isAsked = own === null && city !== ''
  const towns = trpc.location.suggest.useQuery({ query: city }, { enabled: isAsked, throwOnError: false })
  return own ?? (isAsked && towns.isPending ? undefined : (towns.data?.[0] ?? MAP_CENTRE))
}
