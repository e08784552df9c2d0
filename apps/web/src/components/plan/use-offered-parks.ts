import { AROUND_KM } from '@barkyard/domain/place'
import type { Park } from '@barkyard/domain/schemas/park'
import { useState } from 'react'
import { areBuiltIn } from '../../lib/park-words.ts'
import { PARKS_AROUND } from '../../screens.ts'
import { trpc } from '../../trpc.ts'

const quiet = { throwOnError: false, staleTime: 10 * 60_000 } as const

/** The first parks around the owner; undefined while unknown, and if it is not known where they live. */
export const useParksAround = (enabled: boolean): readonly Park[] | undefined =>
  trpc.parks.list.useQuery(PARKS_AROUND, { ...quiet, enabled }).data?.items

/** The parks around the owner, as far as those of a match, else the built-in ones. */
function useNearParks(enabled: boolean) {
  const near = trpc.parks.list.useQuery({ near: 'yes', distance: AROUND_KM }, { ...quiet, enabled })
  // Refused: it is not known where the owner lives.
  const isNone = near.isError || near.data?.items.length === 0
  const builtIn = trpc.parks.list.useQuery(undefined, { ...quiet, enabled: enabled && isNone })
  const { data, error, refetch } = isNone ? builtIn : near
  return { data: data?.items, error, refetch }
}

/** @param matchId the match that will meet; null: a walk. @param chosen a park's id, which is offered wherever it is. */
export function useOfferedParks(matchId: string | null, chosen: string | null, enabled: boolean) {
  const ofMatch = trpc.parks.ofMatch.useQuery(
    { matchId: matchId ?? '' },
    { ...quiet, enabled: enabled && matchId !== null },
  )
  const near = useNearParks(enabled && matchId === null)
  const { data: offered, error, refetch } = matchId === null ? near : ofMatch
  const isMissing = offered !== undefined && chosen !== null && !offered.some(({ id }) => id === chosen)
  const other = trpc.parks.get.useQuery({ id: chosen ?? '' }, { ...quiet, enabled: enabled && isMissing })
  // One that the other side chooses later does not take away the form, with what was typed.
  const [first] = useState(chosen)
  const isAwaited = isMissing && other.isPending && chosen === first
  const parks = isAwaited ? undefined : isMissing && other.data ? [...offered, other.data] : offered
  return { parks, isBuiltIn: !parks || areBuiltIn(parks), failed: error, retry: () => void refetch() }
}
