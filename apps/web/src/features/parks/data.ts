import { PARKS_BESIDE_KM, type ParkState } from '@barkyard/domain/parks'
import { distanceKm, type Place } from '@barkyard/domain/place'
import type { AdminPark, Park } from '@barkyard/domain/schemas/park'
import { keepPreviousData } from '@tanstack/react-query'
import { type InfiniteList, paged, useInfiniteList } from '../../lib/list-pages.ts'
import { told } from '../../lib/told.ts'
import { trpc } from '../../trpc.ts'

const PAGE = 50
/** Of those around a point, the nearest are enough to tell whether one is listed already. */
const NEAREST = 10

interface NearPark {
  park: Park
  metres: number
}

/** The open parks so close to a place that one of them may be meant, nearest first. */
export function useParksBeside({ lat, lng }: Place, exceptId?: string): readonly NearPark[] {
  const query = { lat, lng, distance: 5, limit: NEAREST }
  const near = trpc.parks.list.useQuery(query, { throwOnError: false, placeholderData: keepPreviousData })
  return (near.data?.items ?? [])
    .map(park => ({ park, km: distanceKm(park, { lat, lng }) }))
    .filter(({ park, km }) => km <= PARKS_BESIDE_KM && park.id !== exceptId)
    .map(({ park, km }) => ({ park, metres: Math.round(km * 1000) }))
}

const THANKS = { title: 'Thank you', message: 'A moderator will look at it, and you are told what comes of it.' }

export const useSuggestPark = (onDone: () => void) =>
  trpc.parks.suggest.useMutation(told(THANKS, 'Failed to suggest the park', onDone))

export const useParkList = (state: ParkState, query: string): InfiniteList<AdminPark> =>
  useInfiniteList(trpc.admin.parks.useInfiniteQuery({ state, query, limit: PAGE }, paged))

/** Somebody may have changed the park meanwhile: after a failure the list is read again. */
function useChange(title: (park: AdminPark) => string, failed: string, onDone: () => void) {
  const utils = trpc.useUtils()
  return told(title, failed, onDone, () => utils.admin.parks.invalidate())
}

export const useAddPark = (onDone: () => void) =>
  trpc.admin.addPark.useMutation(useChange(({ name }) => `${name} is a park now`, 'Failed to add the park', onDone))
export const useEditPark = (onDone: () => void) =>
  trpc.admin.editPark.useMutation(useChange(() => 'Saved', 'Failed to save the park', onDone))
export const useDecidePark = (onDone: () => void) =>
  trpc.admin.decidePark.useMutation(
    useChange(({ state }) => (state === 'open' ? 'Approved' : 'Refused'), 'Failed to decide', onDone),
  )
export const useClosePark = (onDone: () => void) =>
  trpc.admin.closePark.useMutation(useChange(({ name }) => `${name} is closed`, 'Failed to close the park', onDone))
